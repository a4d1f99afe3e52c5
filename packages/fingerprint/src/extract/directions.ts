import { ORIENTATION } from '../constants.ts';
import { addressOf, place, withKernels } from '../kernels/memory.ts';
import type { Orientation } from './orientation.ts';
import { newPlane, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** Weights for the points of a line through a pixel, along the ridge or (turned) across it. */
export interface LineFilter {
  readonly turned: boolean;
  /** Points of the longest line. */
  readonly stride: number;
  /** `stride` for each wave, of which the first `taps` count. */
  readonly weights: Float32Array;
  readonly taps: Int32Array;
}

/** One filter of all these weights, which every cell then chooses from. */
export function lineFilter(waves: readonly Float32Array[], turned: boolean): LineFilter {
  const stride = Math.max(...waves.map(({ length }) => length));
  const weights = new Float32Array(waves.length * stride);
  for (const [k, wave] of waves.entries()) weights.set(wave, k * stride);
  return { turned, stride, weights, taps: Int32Array.from(waves, ({ length }) => length) };
}

/** Offsets of the lines of one width: most images of a reader have the same. */
let knownWidth = 0;
const known = new Map<number, Int32Array>();

/** For each orientation step, the pixel offsets of the points −reach … reach on a line through the pixel. */
export function lineOffsets(width: number, reach: number, turned: boolean): Int32Array {
  if (width !== knownWidth) known.clear();
  knownWidth = width;
  const key = 2 * reach + (turned ? 1 : 0);
  const offsets = known.get(key) ?? offsetsOf(width, reach, turned);
  known.set(key, offsets);
  return offsets;
}

function offsetsOf(width: number, reach: number, turned: boolean): Int32Array {
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

/** Weighted sum over a line through each pixel of the finger; `wave` says which weights each cell takes, absent: the first. */
export function filterLines(
  image: Plane,
  field: Orientation,
  mask: Mask,
  filter: LineFilter,
  wave?: Uint8Array,
): Plane {
  const out = newPlane(image.width, image.height);
  const offsets = lineOffsets(image.width, (filter.stride - 1) >> 1, filter.turned);
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.filterLines(
    place(image.data), addressOf(out.data), place(mask.data), place(field.step), mask.width, mask.height,
    place(offsets), filter.stride, place(filter.weights), place(filter.taps), wave ? place(wave) : 0,
  ));
  return out;
}
