import { CELL, ORIENTATION } from '../constants.ts';
import { type Plane } from './plane.ts';

/** For each orientation step, the pixel offsets of the points −reach … reach on a line through the pixel. */
export function lineOffsets(width: number, reach: number, turned: boolean): Int32Array {
  const { steps } = ORIENTATION;
  const count = 2 * reach + 1;
  const offsets = new Int32Array(steps * count);
  for (let step = 0; step < steps; step++) {
    const angle = (step * Math.PI) / steps + (turned ? Math.PI / 2 : 0);
    for (let k = -reach; k <= reach; k++) {
      offsets[step * count + k + reach] = Math.round(k * Math.sin(angle)) * width + Math.round(k * Math.cos(angle));
    }
  }
  return offsets;
}

/**
 * Weighted sums over a line through each pixel of one cell. The whole cell shares the line, so four pixels are summed at once:
 * this loop is most of what extraction costs.
 */
export function filterCell(
  from: Plane,
  to: Float32Array,
  start: number,
  line: Int32Array,
  first: number,
  weights: Float32Array,
): void {
  const { data, width } = from;
  for (let y = 0, i = start; y < CELL; y++, i += width) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0; k < weights.length; k++) {
      const at = i + line[first + k]!;
      const weight = weights[k]!;
      a += weight * data[at]!;
      b += weight * data[at + 1]!;
      c += weight * data[at + 2]!;
      d += weight * data[at + 3]!;
    }
    to[i] = a;
    to[i + 1] = b;
    to[i + 2] = c;
    to[i + 3] = d;
  }
}
