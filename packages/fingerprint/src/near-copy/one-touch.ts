import type { Coincidence } from './coincidence.ts';
import { COPY } from './constants.ts';

interface Weighing {
  readonly bias: number;
  readonly weights: readonly number[];
  readonly from: number;
}

/** Any of three is enough: whoever disguises the minutiae leaves the map, and whoever makes a new map leaves the minutiae. */
export function isOneTouch(found: Coincidence): boolean {
  const { minutiae, share, flowApart } = found;
  if (minutiae * share < COPY.minPairs) return false;
  if (reaches(COPY.minutiae, valuesOfMinutiae(found))) return true;
  if (flowApart === undefined) return false;
  return flowApart <= COPY.sameFlow || reaches(COPY.full, [...valuesOfMinutiae(found), Math.log(flowApart + 0.3)]);
}

/** What is weighed. */
function valuesOfMinutiae({ minutiae, share, closeShare, pixelsApart, stepsApart }: Coincidence): number[] {
  const root = Math.sqrt(minutiae);
  return [share, closeShare, pixelsApart, Math.log(stepsApart + 0.5), root, share * root];
}

/** Log odds for one touch against two: a weighted sum, with weights fitted on touches and on copies. */
function reaches({ bias, weights, from }: Weighing, values: readonly number[]): boolean {
  return values.reduce((sum, value, k) => sum + value * weights[k]!, bias) >= from;
}
