import { CELL, LEAN, SIGNS } from '../constants.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

export interface Lean {
  /** Of the whole touch. */
  readonly whole: number;
  /** Part of the touch that is wet by itself. */
  readonly wet: number;
}

/**
 * Is the skin wet or dry? Ridges stand out from the mean upwards in the flattened picture, valleys downwards, and the narrower of the two by
 * more. The third moment, in units of the deviation: below 0 where valleys are narrow, as in wet skin, above 0 where ridges are thin or broken.
 * One row of pixels of every other row of cells tells it as well as all of them.
 */
export function leanOf(flat: Plane, mask: Mask): Lean {
  const width = Math.ceil(mask.width / LEAN.partCells);
  const parts = new Float64Array(MOMENTS * width * Math.ceil(mask.height / LEAN.partCells));
  for (let row = 0; row < mask.height; row += SIGNS.everyRow) {
    const first = Math.floor(row / LEAN.partCells) * width;
    const start = (row * CELL + 1) * flat.width;
    for (let column = 0, cell = row * mask.width; column < mask.width; column++, cell++) {
      if (mask.data[cell] === 1)
        addRow(flat, start + column * CELL, parts, MOMENTS * (first + ((column / LEAN.partCells) | 0)));
    }
  }
  const all = new Float64Array(MOMENTS);
  let wet = 0;
  for (let part = 0; part < parts.length; part += MOMENTS) {
    if (parts[part] === 0) continue;
    for (let k = 0; k < MOMENTS; k++) all[k]! += parts[part + k]!;
    if (thirdMoment(parts, part) < LEAN.wetPart) wet += parts[part]!;
  }
  return { whole: thirdMoment(all, 0), wet: wet / Math.max(1, all[0]!) };
}

/** Number, sum, squares and cubes. */
const MOMENTS = 4;

function addRow({ data }: Plane, start: number, sums: Float64Array, at: number): void {
  let [sum, squares, cubes] = [0, 0, 0];
  for (let i = start; i < start + CELL; i++) {
    const value = data[i]!;
    const square = value * value;
    sum += value;
    squares += square;
    cubes += square * value;
  }
  sums[at]! += CELL;
  sums[at + 1]! += sum;
  sums[at + 2]! += squares;
  sums[at + 3]! += cubes;
}

function thirdMoment(sums: Float64Array, at: number): number {
  const count = sums[at]!;
  const mean = sums[at + 1]! / count;
  const variance = Math.max(1e-9, sums[at + 2]! / count - mean * mean);
  return (sums[at + 3]! / count - 3 * mean * variance - mean ** 3) / variance ** 1.5;
}
