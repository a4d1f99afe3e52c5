import { SCORE } from '../constants.ts';
import type { Evidence, FullEvidence } from './evidence.ts';

/** Log odds for one finger against two: a weighted sum, with weights fitted on pairs of known fingers. */
export function logit(evidence: Evidence | FullEvidence): number {
  const { bias, weights } = 'flow' in evidence ? SCORE.full : SCORE.minutiae;
  return values(evidence).reduce((sum, value, k) => sum + value * weights[k]!, bias);
}

/** What is weighed, all of it speaking for one finger. Counts enter by their logarithm or root: the tenth pair proves less than the third. */
export function values(evidence: Evidence | FullEvidence): number[] {
  const { count, similarity, kinds, share } = evidence;
  const ofMinutiae = [Math.sqrt(count), share, share * Math.log1p(count), similarity, kinds];
  if (!('flow' in evidence)) return ofMinutiae;
  const { unshifted, predicted, joined, clear } = evidence;
  return [...ofMinutiae, unshifted, predicted, joined, clear];
}
