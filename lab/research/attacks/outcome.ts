import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import { upperBound } from './bound.ts';
import type { Scorer } from './judgment.ts';

/** The records of one attacker, and the results of those sent so far. */
export interface Attack {
  readonly attacker: string;
  readonly scorer: Scorer;
  /** The most promising first. */
  readonly made: readonly Uint8Array[];
  /** Per record sent, the scores against every enrollment; empty if it was rejected. */
  readonly scores: number[][];
  cpuSeconds: number;
}

export interface Outcome {
  readonly attacker: string;
  readonly scorer: Scorer;
  readonly records: number;
  readonly refused: number;
  /** Every record against every measured enrollment. A rejected record does not match. */
  readonly attempts: number;
  readonly hits: number;
  /** Share of hits, and its upper 95 % bound. */
  readonly rate: number;
  readonly bound: number;
  readonly bestScore: number;
  /** Processor time for searching and measuring. */
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

/** The highest rate first; without hits, the highest score first. */
export function byDanger(a: Outcome, b: Outcome): number {
  return b.rate - a.rate || b.bestScore - a.bestScore;
}
