import type { Image } from '../types.ts';
import { fade, withResidue, type Conditions } from './conditions.ts';
import { takeImpression } from './impression.ts';
import { masterOf } from './master.ts';
import { onPlate, plateOf } from './plate.ts';
import { randomFor } from './random.ts';

export interface SyntheticFinger extends Conditions {
  readonly finger: number;
  readonly impression: number;
}

/**
 * A finger that nobody has. The same numbers give the same pixels on every runtime; another impression of a finger differs
 * from the first as a second touch of a real one does.
 */
export const synthesize = ({ finger, impression, ...conditions }: SyntheticFinger): Image => {
  requireNumber('finger', finger);
  requireNumber('impression', impression);
  return show(finger, impression, touched(finger, impression, conditions), conditions);
};

const touched = (
  finger: number,
  impression: number,
  { skin, moisture = 1, shift, creased = false }: Conditions,
): Image =>
  takeImpression(masterOf(finger, creased), randomFor('impression', finger, impression), {
    ...(skin && { moisture: { skin, degree: moisture, random: randomFor('moisture', finger, impression) } }),
    ...(shift && { shift }),
  });

/** What the reader makes of it. */
const show = (
  finger: number,
  impression: number,
  touch: Image,
  { residue, contrast = 1, plate }: Conditions,
): Image => {
  const onGlass = residue ? withResidue(touch, touched(finger + 1, impression, {})) : touch;
  const faint = contrast === 1 ? onGlass : fade(onGlass, contrast);
  return plate === undefined ? faint : onPlate(faint, plateOf(plate), randomFor('beyond', finger, impression));
};

const requireNumber = (name: string, value: number): void => {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} must be an integer of at least 0, not ${value}`);
};
