import type { View } from '../types.ts';
import { coincidence } from './coincidence.ts';
import { NEAR_SELF_SCORE } from './constants.ts';
import { isOneTouch } from './one-touch.ts';
import { touchOf, type Touch } from './touch.ts';

/** A probe that holds an enrolled view again, in whatever order, was not captured now. */
export function isCopy(probe: readonly View[], enrolled: readonly View[]): boolean {
  const stored = new Set(enrolled.map(sortedMinutiae));
  return probe.some((touch) => touch.minutiae.length > 0 && stored.has(sortedMinutiae(touch)));
}

/**
 * A copy with noise on it, shifted, turned or stretched, with minutiae replaced, added or left out, with another map. `score` is what the two
 * score when they are compared: beyond what touches of a finger ever reach, one is made of the other.
 */
export function isNearCopy(probe: readonly View[], enrolled: readonly View[], score = 0): boolean {
  const withMaps = [...probe, ...enrolled].every(({ extended }) => extended !== undefined);
  // Of several views a score is lowered for their number, which whoever sends them chooses.
  const ofBestPair = score + 10 * Math.log10(probe.length * enrolled.length);
  if (ofBestPair >= (withMaps ? NEAR_SELF_SCORE.full : NEAR_SELF_SCORE.minutiae)) return true;
  const stored = enrolled.map(touchOf);
  return probe.map(touchOf).some((touch) => stored.some((other) => isSame(touch, other)));
}

/**
 * Were two of these views made of one touch: one picture twice, also shifted, turned, with noise or other gray levels? The views of an
 * enrollment must each be a touch of its own.
 */
export function holdsOneTouchTwice(views: readonly View[]): boolean {
  const touches = views.map(touchOf);
  return touches.some((touch, i) => touches.slice(i + 1).some((other) => isSame(touch, other)));
}

function isSame(one: Touch, other: Touch): boolean {
  const found = coincidence(one, other);
  return found !== undefined && isOneTouch(found);
}

/** A text that is the same for the same minutiae in whatever order. */
function sortedMinutiae({ minutiae }: View): string {
  return minutiae
    .map(({ x, y, direction, type }) => `${x} ${y} ${direction.toFixed(4)} ${type}`)
    .sort()
    .join('\n');
}
