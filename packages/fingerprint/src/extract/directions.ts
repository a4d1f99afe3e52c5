import { ORIENTATION } from '../constants.ts';
import { call } from '../kernels/memory.ts';
import type { Orientation } from './orientation.ts';
import { newPlane, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** For each orientation step, the pixel offsets of the points −reach … reach on a line through the pixel. */
export function lineOffsets(width: number, reach: number, turned: boolean): Int32Array {
  const { steps } = ORIENTATION;
  const count = 2 * reach + 1;
  const offsets = new Int32Array(steps * count);
  for (let step = 0; step < steps; step++) {
    const angle = (step * Math.PI) / steps + (turned ? Math.PI / 2 : 0);
    const sin = Math.sin(angle);
    const cos = Math.cos(angle);
    for (let k = -reach; k <= reach; k++)
      offsets[step * count + k + reach] = Math.round(k * sin) * width + Math.round(k * cos);
  }
  return offsets;
}

/**
 * Weighted sums over a line through each pixel of the finger, along the ridge or (turned) across it. `waves`: lists of weights. `wave`: the list of each
 * cell, or 0 for the first.
 */
export function lineFilter(waves: readonly Float32Array[], turned: boolean) {
  const stride = Math.max(...waves.map(({ length }) => length));
  const weights = new Float32Array(waves.length * stride);
  for (const [k, wave] of waves.entries()) weights.set(wave, k * stride);
  const taps = Int32Array.from(waves, ({ length }) => length);
  return (image: Plane, { step }: Orientation, mask: Mask, wave: Uint8Array | 0 = 0): Plane => {
    const out = newPlane(image.width, image.height);
    const offsets = lineOffsets(image.width, (stride - 1) >> 1, turned);
    // biome-ignore format: one call
    call('filterLines', image.data, out.data, mask.data, step, mask.width, mask.height, offsets, stride, weights, taps, wave);
    return out;
  };
}
