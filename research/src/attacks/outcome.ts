import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import { upperBound } from './bound.ts';
import type { Scorer } from './judgement.ts';

/** One attacker's records, and what came of those that were sent so far. */
export interface Attack {
  readonly attacker: string;
  readonly scorer: Scorer;
  /** The most promising first. */
  readonly made: readonly Uint8Array[];
  /** Of each record that was sent, against every enrollment; empty where it was refused. */
  readonly scores: number[][];
  cpuSeconds: number;
}

export interface Outcome {
  readonly attacker: string;
  readonly scorer: Scorer;
  readonly records: number;
  readonly refused: number;
  /** Every record against every measured enrollment. One that is refused is no match. */
  readonly attempts: number;
  readonly hits: number;
  /** Part of the attempts that were hits, and its upper 95 % bound. */
  readonly rate: number;
  readonly bound: number;
  readonly bestScore: number;
  /** Of the processor: searching and measuring. */
  readonly cpuSeconds: number;
}

export function outcomeOf({ attacker, scorer, scores, cpuSeconds }: Attack, enrollments: number): Outcome {
  const attempts = scores.length * enrollments;
  const all = scores.flat();
  const hits = all.filter((score) => score >= THRESHOLD).length;
  return {
    attacker,
    scorer,
    records: scores.length,
    refused: scores.filter((each) => each.length === 0).length,
    attempts,
    hits,
    rate: attempts === 0 ? 0 : hits / attempts,
    bound: upperBound(hits, attempts),
    bestScore: all.reduce((best, score) => Math.max(best, score), 0),
    cpuSeconds,
  };
}

/** The highest rate first; of several without a hit those that came nearest. */
export function byDanger(a: Outcome, b: Outcome): number {
  return b.rate - a.rate || b.bestScore - a.bestScore;
}
