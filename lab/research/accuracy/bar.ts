import { combineViews } from '../../../packages/fingerprint/src/compare/score.ts';
import { SAME_FINGER_SCORE } from '../../../packages/fingerprint/src/constants.ts';
import { QUALITY_BAR, THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import type { Trial } from './rates.ts';

/** One capture of a set. */
export interface Capture {
  readonly finger: number;
  readonly quality: number;
  readonly minutiae: number;
}

/** The rejected captures and the remaining errors at one minimum of quality. */
export interface BarPoint {
  readonly bar: number;
  /** Share of the captures that are rejected. */
  readonly refused: number;
  /** Share of the genuine pairs of the other captures below THRESHOLD. */
  readonly missed: number;
  /** The same for single captures against three enrolled ones, all above the bar. */
  readonly missed_enrolled: number;
}

/** 0: no bar. */
const BARS = [0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60] as const;

const passes = ({ quality, minutiae }: Capture, bar: number): boolean =>
  bar === 0 || (quality >= bar && minutiae >= QUALITY_BAR.minutiae);

/** The captures of one set, and the score of each pair. */
export interface Scored {
  readonly captures: readonly Capture[];
  readonly trials: readonly CaptureTrial[];
}

export interface CaptureTrial extends Trial {
  /** Index of each capture, the lower one first. */
  readonly pair: readonly [number, number];
}

/** Several sets count as one. */
export function barPoints(sets: readonly Scored[]): BarPoint[] {
  const captures = sets.flatMap((set) => set.captures);
  const pairs = sets.flatMap(genuinePairs);
  return BARS.map((bar) => ({
    bar,
    refused: share(captures, (capture) => !passes(capture, bar)),
    missed: missedOf(
      pairs.filter((pair) => pair.captures.every((capture) => passes(capture, bar))).map(({ score }) => score),
    ),
    missed_enrolled: missedOf(sets.flatMap((set) => enrolledScores(set, bar))),
  }));
}

export function genuinePairs({ captures, trials }: Scored): { score: number; captures: [Capture, Capture] }[] {
  return trials
    .filter(({ genuine }) => genuine)
    .map(({ score, pair: [one, other] }) => ({ score, captures: [captures[one]!, captures[other]!] }));
}

/**
 * Scores of single captures against three others of their finger: each capture and the two after it are enrolled, cyclically. Rejected
 * captures are left out.
 */
export function enrolledScores(set: Scored, bar = 0): number[] {
  const scoreOf = scoresOf(set);
  return usableOf(set, bar).flatMap((own) =>
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

/** All enrollments of three captures above the bar, and whether the service takes each for one finger. */
export function enrollments(set: Scored): boolean[] {
  const scoreOf = scoresOf(set);
  const areAlike = (one: number, other: number): boolean => scoreOf(one, other) >= SAME_FINGER_SCORE;
  return usableOf(set, QUALITY_BAR.quality).flatMap((own) =>
    own.flatMap((a, i) =>
      own
        .slice(i + 1)
        .flatMap((b, j) => own.slice(i + j + 2).map((c) => areAlike(a, b) && areAlike(b, c) && areAlike(a, c))),
    ),
  );
}

function scoresOf({ trials }: Scored): (one: number, other: number) => number {
  const scores = new Map(trials.map(({ pair: [one, other], score }) => [`${one} ${other}`, score]));
  return (one, other) => scores.get(`${Math.min(one, other)} ${Math.max(one, other)}`)!;
}

/** The captures of each finger that pass the bar. */
function usableOf({ captures }: Scored, bar: number): number[][] {
  const usable = [...captures.keys()].filter((k) => passes(captures[k]!, bar));
  return [...Map.groupBy(usable, (k) => captures[k]!.finger).values()];
}

export const missedOf = (scores: readonly number[]): number => share(scores, (score) => score < THRESHOLD);

const share = <Each>(all: readonly Each[], isSo: (each: Each) => boolean): number =>
  all.filter(isSo).length / Math.max(1, all.length);
