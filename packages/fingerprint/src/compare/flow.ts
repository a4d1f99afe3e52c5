import { MAP, RINGS } from '../constants.ts';
import { place, withKernels } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';

const STEPS = MAP.orientationSteps;
const TOLERANCE = Math.round((RINGS.tolerance / Math.PI) * STEPS);
/** Differences of directions, from −LEAST to less than MOST: more than any map can say, and a turn. */
const LEAST = 2 * STEPS;
const MOST = 3 * STEPS;
/** The similarity of two orientations, from their difference in steps: 1 when equal, 0 at RINGS.tolerance, −1 at twice that and beyond. */
const ALIKE = Float64Array.from({ length: LEAST + MOST }, (_, k) => {
  const apart = k % STEPS;
  return Math.max(-TOLERANCE, TOLERANCE - Math.min(apart, STEPS - apart)) / TOLERANCE;
});

/** −1 to 1: do the ridges run alike on the part of the finger that both touches show? */
export function flowOf(a: RidgeMap, b: RidgeMap, field: MotionField): number {
  // biome-ignore format: one map a line
  return withKernels((kernels) => kernels.overlap(
    place(a.orientation), a.columns, a.rows, place(field.numbers), place(field.turnSteps),
    place(b.orientation), b.columns, b.rows, b.left, b.top, place(ALIKE) + 8 * LEAST,
  ));
}
