import { SCORE, THRESHOLD } from '../constants.ts';
import type { Alignment } from './align.ts';

/** Log odds → score: −10 · log10 of the false match rate that was measured at those odds, straight lines between and beyond. */
export function toScore({ evidence, logit }: Alignment): number {
  const { bands, minPairs } = 'flow' in evidence ? SCORE.full : SCORE.minutiae;
  let k = 1;
  while (k < bands.length - 1 && logit > bands[k]![0]) k++;
  const [fromOdds, fromScore] = bands[k - 1]!;
  const [toOdds, toScore] = bands[k]!;
  const score = Math.max(0, fromScore + ((logit - fromOdds) / (toOdds - fromOdds)) * (toScore - fromScore));
  return evidence.count < minPairs ? Math.min(score, THRESHOLD - 1) : score;
}

/**
 * The best of all pairs of views, less what it is worth that there were so many: a stranger has that many chances. However the views hang
 * together, one of n pairs reaches a score by chance at most n times as often as a single pair.
 */
export function combineViews(scores: readonly number[], pairsOfViews: number): number {
  return Math.max(0, ...scores.map((score) => score - 10 * Math.log10(pairsOfViews)));
}
