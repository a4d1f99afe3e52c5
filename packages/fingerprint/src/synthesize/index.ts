import type { Image } from '../types.ts';
import { takeImpression } from './impression.ts';
import { masterOf } from './master.ts';
import { randomFor } from './random.ts';

/** The same numbers give the same pixels on every runtime. */
export const synthesize = ({ finger, impression }: { readonly finger: number; readonly impression: number }): Image => {
  requireNumber('finger', finger);
  requireNumber('impression', impression);
  return takeImpression(masterOf(finger), randomFor('impression', finger, impression));
};

const requireNumber = (name: string, value: number): void => {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} must be an integer of at least 0, not ${value}`);
};
