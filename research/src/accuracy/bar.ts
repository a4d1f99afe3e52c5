import { combineViews } from '../../../packages/fingerprint/src/compare/score.ts';
import { QUALITY_BAR, THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import type { Trial } from './rates.ts';

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

/** One set: its touches, and the score of each pair of them. */
export interface Scored {
  readonly touches: readonly Touch[];
  readonly trials: readonly TouchTrial[];
}

export interface TouchTrial extends Trial {
  /** Index of each touch, the lower one first. */
  readonly pair: readonly [number, number];
}

/** Of one set, or of several together. */
export function barPoints(sets: readonly Scored[]): BarPoint[] {
  const touches = sets.flatMap((set) => set.touches);
  const pairs = sets.flatMap(genuinePairs);
  return BARS.map((bar) => ({
    bar,
    refused: share(touches, (touch) => !passes(touch, bar)),
    missed: missedOf(
      pairs.filter((pair) => pair.touches.every((touch) => passes(touch, bar))).map(({ score }) => score),
    ),
    missed_enrolled: missedOf(sets.flatMap((set) => enrolledScores(set, bar))),
  }));
}

/** In the order of the touches: by score, the best of several pairs of one quality would be turned away first. */
export function genuinePairs({ touches, trials }: Scored): { score: number; touches: [Touch, Touch] }[] {
  return trials
    .filter(({ genuine }) => genuine)
    .sort((a, b) => a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1])
    .map(({ score, pair: [one, other] }) => ({ score, touches: [touches[one]!, touches[other]!] }));
}

/**
 * Scores of single touches against three others of their finger: each touch and the two after it enrolled, in a circle. A touch that the
 * bar refuses is left out, as if another had been asked for.
 */
export function enrolledScores({ touches, trials }: Scored, bar = 0): number[] {
  const scores = new Map(trials.map(({ pair: [one, other], score }) => [`${one} ${other}`, score]));
  const scoreOf = (one: number, other: number): number =>
    scores.get(`${Math.min(one, other)} ${Math.max(one, other)}`)!;
  const usable = [...touches.keys()].filter((k) => passes(touches[k]!, bar));
  const fingers = Map.groupBy(usable, (k) => touches[k]!.finger);
  return [...fingers.values()].flatMap((own) =>
    own.flatMap((_, first) => {
      const turned = [...own.slice(first), ...own.slice(0, first)];
      const enrolled = turned.slice(0, ENROLLED);
      return turned.slice(ENROLLED).map((probe) =>
        combineViews(
          enrolled.map((each) => scoreOf(probe, each)),
          ENROLLED,
        ),
      );
    }),
  );
}

const ENROLLED = 3;

export const missedOf = (scores: readonly number[]): number => share(scores, (score) => score < THRESHOLD);

const share = <Each>(all: readonly Each[], isSo: (each: Each) => boolean): number =>
  all.filter(isSo).length / Math.max(1, all.length);
