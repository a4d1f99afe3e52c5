import { SCORE } from '../constants.ts';
import type { Evidence, FullEvidence } from './evidence.ts';

/** Log odds for one finger against two: a weighted sum, with weights fitted on pairs of known fingers. */
export function logit(evidence: Evidence | FullEvidence): number {
  const { bias, weights } = 'flow' in evidence ? SCORE.full : SCORE.minutiae;
  return values(evidence).reduce((sum, value, k) => sum + value * weights[k]!, bias);
}

/** What is weighed. Counts enter by their logarithm or root: the tenth pair proves less than the third. */
export function values(evidence: Evidence | FullEvidence): number[] {
  const { count, sum, fit, similarity, share } = evidence;
  const ofMinutiae = [Math.log1p(sum), Math.sqrt(count), share, share * Math.log1p(count), similarity, fit];
  if (!('flow' in evidence)) return ofMinutiae;
  const { cells, flow, unshifted, shifted, shift } = evidence;
  return [...ofMinutiae, Math.log1p(cells / 100), flow, unshifted, shifted, shift];
}
