import { compare, type View } from '@authly/fingerprint';

/**
 * How close a touch may come to an enrolled view, as a share of what that view scores against itself. Two touches of one finger
 * never place their minutiae alike; a copy with a little noise does.
 */
export const NEAR_SELF_SHARE = 0.9;

/** A probe that holds an enrolled view again, re-encryption aside, was not captured now. */
export const isReplay = (probe: readonly View[], enrolled: readonly View[]): boolean =>
  probe.some((touch) => enrolled.some((stored) => sameMinutiae(touch, stored) || nearCopy(touch, stored)));

function sameMinutiae(a: View, b: View): boolean {
  if (a.minutiae.length !== b.minutiae.length || a.minutiae.length === 0) return false;
  const sortedA = sortedText(a);
  return sortedText(b).every((text, i) => text === sortedA[i]);
}

const sortedText = ({ minutiae }: View): string[] => minutiae.map(({ x, y, direction, type }) => `${x} ${y} ${direction.toFixed(4)} ${type}`).sort();

function nearCopy(touch: View, stored: View): boolean {
  const self = compare(stored, stored);
  return self > 0 && compare(touch, stored) >= self * NEAR_SELF_SHARE;
}
