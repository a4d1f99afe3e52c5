import { FIELD, MAP, RINGS } from '../constants.ts';
import { addressOf, call, newFloats, newIntegers, withKernels } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { Motion } from './grow.ts';

/** The motion from A to B on a coarse grid over A: one node per FIELD.cellsPerNode × FIELD.cellsPerNode cells. */
export interface MotionField {
  readonly columns: number;
  readonly rows: number;
  /** Planes: x and y of each node in B, cosine and sine of the turn there. */
  readonly numbers: Float32Array;
  /** The turn in MAP.orientationSteps of a half turn, 0 to one half turn. */
  readonly turnSteps: Int32Array;
}

export function motionField(map: RidgeMap, { pairs, count }: Motion): MotionField {
  const columns = Math.ceil(map.columns / FIELD.cellsPerNode);
  const rows = Math.ceil(map.rows / FIELD.cellsPerNode);
  const [numbers, turnSteps] = [newFloats(4 * columns * rows), newIntegers(columns * rows)];
  call('field', pairs, count, columns, rows, map.left, map.top, numbers, turnSteps);
  return { columns, rows, numbers, turnSteps };
}

const STEPS = MAP.orientationSteps;
const TOLERANCE = Math.round((RINGS.tolerance / Math.PI) * STEPS);
/** Differences of directions are at least −LEAST and below MOST. */
const LEAST = 2 * STEPS;
const MOST = 3 * STEPS;
/** The similarity of two orientations by their difference in steps: 1 if equal, 0 at RINGS.tolerance, −1 at twice that and more. */
const SIMILARITY = Float64Array.from({ length: LEAST + MOST }, (_, k) => {
  const apart = k % STEPS;
  return Math.max(-TOLERANCE, TOLERANCE - Math.min(apart, STEPS - apart)) / TOLERANCE;
});

export function flowSimilarity(a: RidgeMap, b: RidgeMap, { numbers, turnSteps }: MotionField): number {
  return withKernels(() => {
    const bySteps = addressOf(SIMILARITY) + 8 * LEAST;
    const [columns, rows] = [a.columns, a.rows];
    // biome-ignore format: one call
    return call('overlap', a.orientation, columns, rows, numbers, turnSteps, b.orientation, b.columns, b.rows, b.left, b.top, bySteps);
  });
}
