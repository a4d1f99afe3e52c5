import { QUALITY_BAR, THRESHOLD } from '../../../packages/fingerprint/src/index.ts';

/** What one touch of a set is worth, by its own finger. */
export interface Touch {
  readonly finger: number;
  readonly quality: number;
  readonly minutiae: number;
}

/** What a minimum of quality refuses, and what is still missed of the rest. */
export interface BarPoint {
  readonly bar: number;
  /** Part of the touches for which another one would be asked. */
  readonly refused: number;
  /** Part of the genuine pairs of the others below THRESHOLD. */
  readonly missed: number;
  /** The same of single touches with three others enrolled, all of them above the bar. */
  readonly missed_enrolled: number;
}

/** 0: no bar at all. */
export const BARS = [0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60] as const;

export const passes = ({ quality, minutiae }: Touch, bar: number): boolean =>
  bar === 0 || (quality >= bar && minutiae >= QUALITY_BAR.minutiae);

interface Measured {
  readonly touches: readonly Touch[];
  readonly genuinePairs: readonly { readonly score: number; readonly touches: readonly [Touch, Touch] }[];
  /** Per bar, in the order of BARS. */
  readonly enrolledScores: readonly (readonly number[])[];
}

/** Of one set, or of several together. */
export function barPoints(sets: readonly Measured[]): BarPoint[] {
  const touches = sets.flatMap((set) => set.touches);
  const pairs = sets.flatMap((set) => set.genuinePairs);
  return BARS.map((bar, k) => ({
    bar,
    refused: share(touches, (touch) => !passes(touch, bar)),
    missed: missedOf(
      pairs.filter((pair) => pair.touches.every((touch) => passes(touch, bar))).map(({ score }) => score),
    ),
    missed_enrolled: missedOf(sets.flatMap((set) => set.enrolledScores[k]!)),
  }));
}

export const missedOf = (scores: readonly number[]): number => share(scores, (score) => score < THRESHOLD);

const share = <Each>(all: readonly Each[], isSo: (each: Each) => boolean): number =>
  all.filter(isSo).length / Math.max(1, all.length);
