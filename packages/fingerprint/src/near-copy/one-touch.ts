import type { Coincidence } from './coincidence.ts';
import { ONE_TOUCH } from './constants.ts';

interface Weighing {
  readonly bias: number;
  readonly weights: readonly number[];
  readonly from: number;
}

/** Any of these is enough: whoever disguises the minutiae leaves the map, and whoever makes a new map leaves the minutiae. */
export function isOneTouch(found: Coincidence): boolean {
  const { flowApart, ridgesApart } = found;
  const ofMinutiae = valuesOfMinutiae(found);
  if (isWhole(found) || reaches(ONE_TOUCH.minutiae, ofMinutiae)) return true;
  if (flowApart === undefined || ridgesApart === undefined) return false;
  if (flowApart <= ONE_TOUCH.sameFlow || ridgesApart <= ONE_TOUCH.sameRidges) return true;
  return reaches(ONE_TOUCH.full, [...ofMinutiae, Math.log(flowApart + 0.3), Math.log(ridgesApart + 0.03)]);
}

function isWhole({ minutiae, share, stepsApart }: Coincidence): boolean {
  const { whole } = ONE_TOUCH;
  return minutiae >= whole.minutiae && share >= whole.share && stepsApart <= whole.stepsApart;
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
