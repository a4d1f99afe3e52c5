import type { Image } from '../types.ts';
import { takeImpression } from './impression.ts';
import { masterOf } from './master.ts';
import { randomFor } from './random.ts';

export interface SyntheticFinger {
  readonly finger: number;
  readonly impression: number;
}

/**
 * A finger that nobody has. The same numbers give the same pixels on every runtime; another impression of a finger differs
 * from the first as a second touch of a real one does.
 */
export const synthesize = ({ finger, impression }: SyntheticFinger): Image => {
  requireNumber('finger', finger);
  requireNumber('impression', impression);
  return takeImpression(masterOf(finger), randomFor('impression', finger, impression));
};

const requireNumber = (name: string, value: number): void => {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} must be an integer of at least 0, not ${value}`);
};
