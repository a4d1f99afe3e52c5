import { ORIENTATION } from '../constants.ts';

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
