import { compareClosely, type Comparison } from '../compare/index.ts';
import type { View } from '../types.ts';
import { captureOf, type Capture } from './capture.ts';
import { coincidence, type Coincidence } from './coincidence.ts';
import { LEAST_PAIRS, NEAR_SELF_SCORE, NEAR_SELF_SIMILARITY, ONE_CAPTURE } from './constants.ts';

/** A probe that contains an enrolled view, in any order of minutiae, is not a new capture. */
export function isCopy(probe: readonly View[], enrolled: readonly View[]): boolean {
  const stored = new Set(enrolled.map(sortedMinutiae));
  return probe.some((view) => view.minutiae.length > 0 && stored.has(sortedMinutiae(view)));
}

/**
 * A copied template with noise, shifted, turned, stretched or sheared, with minutiae replaced, added or left out, or with another map.
 * `compared` is the comparison of the two: captures of a finger are never as similar as a copy. A hurdle: whoever bends a copy with enough
 * care passes it.
 */
export function isNearCopy(
  probe: readonly View[],
  enrolled: readonly View[],
  compared: Comparison = compareClosely(probe, enrolled),
): boolean {
  const kind = [...probe, ...enrolled].every(({ extended }) => extended !== undefined) ? 'full' : 'minutiae';
  // A score is lowered for the number of views, which the sender of the probe chooses.
  const ofBestPair = compared.score + 10 * Math.log10(probe.length * enrolled.length);
  const isNearSelf = ofBestPair >= NEAR_SELF_SCORE[kind] || compared.similarity >= NEAR_SELF_SIMILARITY[kind];
  if (isNearSelf) return true;
  const stored = enrolled.map(captureOf);
  return probe.map(captureOf).some((capture) => stored.some((other) => isSame(capture, other)));
}

/** Are two of these views one image, perhaps shifted, turned, with noise or other gray levels? Each view of an enrollment must be a new capture. */
export function holdsOneTouchTwice(views: readonly View[]): boolean {
  const captures = views.map(captureOf);
  return captures.some((capture, i) => captures.slice(i + 1).some((other) => isSame(capture, other)));
}

function isSame(one: Capture, other: Capture): boolean {
  const found = coincidence(one, other);
  return found !== undefined && isOneCapture(found);
}

/** Any of these suffices: an attacker who disguises the minutiae keeps the map, and one who makes a new map keeps the minutiae. */
function isOneCapture(found: Coincidence): boolean {
  const { minutiae, pairs, share, closeShare, pixelsApart, stepsApart, flowApart, ridgesApart } = found;
  const { whole, sameFlow, sameRidges } = ONE_CAPTURE;
  if (flowApart !== undefined && flowApart <= sameFlow) return true;
  if (ridgesApart !== undefined && ridgesApart <= sameRidges) return true;
  if (pairs < LEAST_PAIRS) return false;
  if (minutiae >= whole.minutiae && share >= whole.share && stepsApart <= whole.stepsApart) return true;
  const root = Math.sqrt(minutiae);
  const ofMinutiae = [share, closeShare, pixelsApart, Math.log(stepsApart + 0.5), root, share * root];
  if (reaches(ONE_CAPTURE.minutiae, ofMinutiae)) return true;
  if (flowApart === undefined || ridgesApart === undefined) return false;
  return reaches(ONE_CAPTURE.full, [...ofMinutiae, Math.log(flowApart + 0.3), Math.log(ridgesApart + 0.03)]);
}

interface Weighing {
  readonly bias: number;
  readonly weights: readonly number[];
  readonly from: number;
}

/** Log odds for one capture against two: a weighted sum, with weights fitted on captures and on copies. */
function reaches({ bias, weights, from }: Weighing, values: readonly number[]): boolean {
  return values.reduce((sum, value, k) => sum + value * weights[k]!, bias) >= from;
}

/** A text that does not depend on the order of the minutiae. */
function sortedMinutiae({ minutiae }: View): string {
  return minutiae
    .map(({ x, y, direction, type }) => `${x} ${y} ${direction.toFixed(4)} ${type}`)
    .sort()
    .join('\n');
}
