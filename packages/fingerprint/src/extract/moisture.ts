import { CELL, DARKNESS, MEASURES, MOISTURE, PAD } from '../constants.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

export interface Moisture {
  /** Skewness of the flattened gray values: below 0 with narrow valleys (wet skin), above 0 with thin or broken ridges (dry skin). */
  readonly skewness: number;
  readonly wetShare: number;
}

const MOMENTS = 4;

/** One row of pixels of every other row of cells is enough. */
export function moistureOf(flat: Plane, mask: Mask): Moisture {
  const width = Math.ceil(mask.width / MOISTURE.partCells);
  const parts = new Float64Array(MOMENTS * width * Math.ceil(mask.height / MOISTURE.partCells));
  for (let row = 0; row < mask.height; row += MEASURES.everyRow) {
    const first = Math.floor(row / MOISTURE.partCells) * width;
    const start = (row * CELL + 1) * flat.width;
    for (let column = 0, cell = row * mask.width; column < mask.width; column++, cell++) {
      if (mask.data[cell] === 1)
        addRow(flat, start + column * CELL, parts, MOMENTS * (first + ((column / MOISTURE.partCells) | 0)));
    }
  }
  const all = new Float64Array(MOMENTS);
  let wet = 0;
  for (let part = 0; part < parts.length; part += MOMENTS) {
    if (parts[part] === 0) continue;
    for (let k = 0; k < MOMENTS; k++) all[k]! += parts[part + k]!;
    if (skewness(parts, part) < MOISTURE.wetPart) wet += parts[part]!;
  }
  return { skewness: skewness(all, 0), wetShare: wet / Math.max(1, all[0]!) };
}

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

function skewness(sums: Float64Array, at: number): number {
  const count = sums[at]!;
  const mean = sums[at + 1]! / count;
  const variance = Math.max(1e-9, sums[at + 2]! / count - mean * mean);
  return (sums[at + 3]! / count - 3 * mean * variance - mean ** 3) / variance ** 1.5;
}

/** The share of the finger that is darker than the middle of its gray range. Very wet skin leaves few valleys. */
export function darkShare(image: Plane, mask: Mask): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let row = 0; row < mask.height; row++) {
    const y = row * CELL + 1 - PAD;
    const first = mask.data.indexOf(1, row * mask.width) - row * mask.width;
    if (y < 0 || y >= image.height || first < 0 || first >= mask.width) continue;
    const last = mask.data.lastIndexOf(1, (row + 1) * mask.width - 1) - row * mask.width;
    const from = y * image.width + Math.max(0, first * CELL - PAD);
    const to = y * image.width + Math.min(image.width, (last + 1) * CELL - PAD);
    for (let i = from; i < to; i++) counts[Math.max(0, Math.min(255, Math.round(image.data[i]!)))]!++;
    all += Math.max(0, to - from);
  }
  const middle = (quantile(counts, DARKNESS.darkest * all) + quantile(counts, DARKNESS.lightest * all)) / 2;
  let dark = 0;
  for (let gray = 0; gray < middle; gray++) dark += counts[gray]!;
  return dark / Math.max(1, all);
}

/** The first bin of a histogram that, with the bins before it, holds `wanted` values. */
export function quantile(counts: Uint32Array, wanted: number): number {
  let bin = 0;
  for (let seen = counts[0]!; seen < wanted && bin < counts.length - 1; seen += counts[bin]!) bin++;
  return bin;
}
