import { SCORE, THRESHOLD } from '../constants.ts';
import type { Evidence, FullEvidence } from './evidence.ts';

/** Log odds that both are one finger: a weighted sum, with weights fitted on pairs of known fingers. */
export function logit(evidence: Evidence | FullEvidence): number {
  const { bias, weights } = 'flow' in evidence ? SCORE.full : SCORE.minutiae;
  return values(evidence).reduce((sum, value, k) => sum + value * weights[k]!, bias);
}

/** Counts enter by logarithm or root, because the tenth pair proves less than the third. */
export function values(evidence: Evidence | FullEvidence): number[] {
  const { count, similarity, kinds, share } = evidence;
  const ofMinutiae = [Math.sqrt(count), share, share * Math.log1p(count), similarity, kinds];
  if (!('flow' in evidence)) return ofMinutiae;
  const { unshifted, predicted, joined, clear } = evidence;
  return [...ofMinutiae, unshifted, predicted, joined, clear];
}

/** −10 · log10 of the false match rate that was measured at these log odds. Below THRESHOLD if the evidence contradicts itself. */
export function toScore(evidence: Evidence | FullEvidence, odds: number): number {
  const { bands } = 'flow' in evidence ? SCORE.full : SCORE.minutiae;
  const score = oddsToScore(odds, bands);
  return isContradicted(evidence) ? Math.min(score, THRESHOLD - 1) : score;
}

export function oddsToScore(odds: number, bands: readonly (readonly [number, number])[]): number {
  let k = 1;
  while (k < bands.length - 1 && odds > bands[k]![0]) k++;
  const [fromOdds, fromScore] = bands[k - 1]!;
  const [toOdds, highScore] = bands[k]!;
  return Math.max(0, fromScore + ((odds - fromOdds) / (toOdds - fromOdds)) * (highScore - fromScore));
}

/** Each kind of evidence has a minimum that no other kind makes up for. */
export function isContradicted(evidence: Evidence | FullEvidence): boolean {
  // High stated qualities must not count as more pairs.
  const pairs = Math.min(evidence.count, evidence.pairs);
  if (!('flow' in evidence)) return pairs * evidence.similarity < SCORE.minutiae.least.supported;
  const { supported, flow } = SCORE.full.least;
  return pairs * evidence.joined < supported || evidence.flow < flow;
}

/** The best pair of views. One of n pairs reaches a score by chance at most n times as often as a single pair. */
export function combineViews(scores: readonly number[], pairsOfViews: number): number {
  return Math.max(0, ...scores.map((score) => score - 10 * Math.log10(pairsOfViews)));
}
