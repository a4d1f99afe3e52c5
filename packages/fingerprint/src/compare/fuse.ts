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

/** The best of all pairs of views, raised or lowered a little by the second best: a true finger tends to match more than one. */
export function combineViews(scores: number[]): number {
  const [best = 0, second = best] = scores.sort((a, b) => b - a);
  return (1 - SCORE.secondView) * best + SCORE.secondView * second;
}
