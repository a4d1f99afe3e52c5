import type { View } from '../types.ts';
import { coincidingShare } from './coinciding-share.ts';

/**
 * From this share of coinciding minutiae on, a touch is taken for a copy of an enrolled view. Measured: pairs of touches of one finger
 * come to 0.55 at most (100 synthetic fingers, 400 pairs; median 0.17) and to 0.63 (50 real fingers of the FVC sets, 1,400 pairs; median
 * 0.15); copies with noise of one pixel and one direction step come to 1.00, turned and rounded as well to 0.93 at least.
 */
export const NEAR_COPY_SHARE = 0.8;

/** A probe that holds an enrolled view again, in whatever order, was not captured now. */
export function isCopy(probe: readonly View[], enrolled: readonly View[]): boolean {
  return anyPair(probe, enrolled, sameMinutiae);
}

/** A copy with a little noise on it, shifted or turned, with minutiae added or left out. */
export function isNearCopy(probe: readonly View[], enrolled: readonly View[]): boolean {
  return anyPair(probe, enrolled, (touch, stored) => coincidingShare(touch, stored) >= NEAR_COPY_SHARE);
}

function anyPair(
  probe: readonly View[],
  enrolled: readonly View[],
  test: (touch: View, stored: View) => boolean,
): boolean {
  return probe.some((touch) => enrolled.some((stored) => test(touch, stored)));
}

function sameMinutiae(a: View, b: View): boolean {
  if (a.minutiae.length !== b.minutiae.length || a.minutiae.length === 0) return false;
  const sortedA = sortedText(a);
  return sortedText(b).every((text, i) => text === sortedA[i]);
}

function sortedText({ minutiae }: View): string[] {
  return minutiae.map(({ x, y, direction, type }) => `${x} ${y} ${direction.toFixed(4)} ${type}`).sort();
}
