import { CELL } from '../constants.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/**
 * Is the skin wet or dry? Ridges stand out from the mean upwards in the flattened picture, valleys downwards, and the narrower of the two by
 * more. The third moment, in units of the deviation: below 0 where valleys are narrow, as in wet skin, above 0 where ridges are thin or broken.
 * One row of each cell tells it as well as all four.
 */
export function leanOf(flat: Plane, mask: Mask): number {
  let [count, sum, squares, cubes] = [0, 0, 0, 0];
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const start = (Math.floor(cell / mask.width) * CELL + 1) * flat.width + (cell % mask.width) * CELL;
    for (let i = start; i < start + CELL; i++) {
      const value = flat.data[i]!;
      sum += value;
      squares += value * value;
      cubes += value * value * value;
    }
    count += CELL;
  }
  const mean = sum / count;
  const variance = Math.max(1e-9, squares / count - mean * mean);
  return (cubes / count - 3 * mean * variance - mean ** 3) / variance ** 1.5;
}
