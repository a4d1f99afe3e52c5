import type { View } from '@authly/fingerprint';
import { coincidingShare } from './coincidence.ts';

/**
 * From this share on, a touch is taken for a copy of an enrolled view. Measured: pairs of touches of one finger come to 0.55 at most
 * (100 synthetic fingers, 400 pairs; median 0.17) and to 0.63 (50 real fingers of the FVC sets, 1,400 pairs; median 0.15); copies with
 * noise of one pixel and one direction step come to 1.00, turned and rounded as well to 0.93 at least.
 */
export const NEAR_SELF_SHARE = 0.8;

/** A probe that holds an enrolled view again, in whatever order, was not captured now. */
export const isCopy = (probe: readonly View[], enrolled: readonly View[]): boolean =>
  someOf(probe, enrolled, sameMinutiae);

/** A copy with a little noise on it, shifted or turned, with minutiae added or left out. */
export const isNearCopy = (probe: readonly View[], enrolled: readonly View[]): boolean =>
  someOf(probe, enrolled, (touch, stored) => coincidingShare(touch, stored) >= NEAR_SELF_SHARE);

const someOf = (
  probe: readonly View[],
  enrolled: readonly View[],
  alike: (touch: View, stored: View) => boolean,
): boolean => probe.some((touch) => enrolled.some((stored) => alike(touch, stored)));

function sameMinutiae(a: View, b: View): boolean {
  if (a.minutiae.length !== b.minutiae.length || a.minutiae.length === 0) return false;
  const sortedA = sortedText(a);
  return sortedText(b).every((text, i) => text === sortedA[i]);
}

const sortedText = ({ minutiae }: View): string[] =>
  minutiae.map(({ x, y, direction, type }) => `${x} ${y} ${direction.toFixed(4)} ${type}`).sort();
