import { SCORE, THRESHOLD } from '../constants.ts';
import type { Alignment } from './align.ts';
import type { Evidence, FullEvidence } from './evidence.ts';

/** −10 · log10 of the false match rate that was measured at the log odds, and below THRESHOLD where the evidence contradicts itself. */
export function toScore({ evidence, logit }: Alignment): number {
  const { bands } = 'flow' in evidence ? SCORE.full : SCORE.minutiae;
  const score = oddsToScore(logit, bands);
  return isContradicted(evidence) ? Math.min(score, THRESHOLD - 1) : score;
}

/** Log odds → score by bands of both: straight lines between and beyond. */
export function oddsToScore(odds: number, bands: readonly (readonly [number, number])[]): number {
  let k = 1;
  while (k < bands.length - 1 && odds > bands[k]![0]) k++;
  const [fromOdds, fromScore] = bands[k - 1]!;
  const [toOdds, toScore] = bands[k]!;
  return Math.max(0, fromScore + ((odds - fromOdds) / (toOdds - fromOdds)) * (toScore - fromScore));
}

/** Each kind of evidence has to speak for itself: no other makes up for it, however strong. */
export function isContradicted(evidence: Evidence | FullEvidence): boolean {
  // What a record says of its minutiae makes no more pairs of them.
  const pairs = Math.min(evidence.count, evidence.pairs);
  if (!('flow' in evidence)) return pairs < SCORE.minutiae.least.count;
  const { count, flow, joined } = SCORE.full.least;
  return pairs < count || evidence.flow < flow || evidence.joined < joined;
}

/**
 * The best of all pairs of views, less what it is worth that there were so many: a stranger has that many chances. However the views hang
 * together, one of n pairs reaches a score by chance at most n times as often as a single pair.
 */
export function combineViews(scores: readonly number[], pairsOfViews: number): number {
  return Math.max(0, ...scores.map((score) => score - 10 * Math.log10(pairsOfViews)));
}
