import { CELL, ORIENTATION } from '../constants.ts';
import { kernelsFor, place, run } from '../kernels/memory.ts';
import type { Orientation } from './orientation.ts';
import { newPlane, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const { fround } = Math;

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
  const kernels = kernelsFor(out.data);
  if (kernels) {
    // biome-ignore format: one row a line
    run(() => kernels.filterLines(
      place(image.data), place(out.data), place(mask.data), place(field.step), mask.width, mask.height,
      place(offsets), filter.stride, place(filter.weights), place(filter.taps), wave ? place(wave) : 0,
    ));
    return out;
  }
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const start = Math.floor(cell / mask.width) * CELL * image.width + (cell % mask.width) * CELL;
    filterCell(image, out.data, start, offsets, field.step[cell]!, filter, wave?.[cell] ?? 0);
  }
  return out;
}

/** The whole cell shares the line, so four pixels are summed at once: this loop is most of what extraction costs without kernels. */
function filterCell(
  from: Plane,
  to: Float32Array,
  start: number,
  offsets: Int32Array,
  step: number,
  filter: LineFilter,
  wave: number,
): void {
  const { data, width } = from;
  const { weights, stride } = filter;
  const taps = filter.taps[wave]!;
  const first = step * stride + ((stride - taps) >> 1);
  for (let y = 0, i = start; y < CELL; y++, i += width) {
    let a = fround(0);
    let b = fround(0);
    let c = fround(0);
    let d = fround(0);
    for (let k = 0, w = wave * stride; k < taps; k++, w++) {
      const at = i + offsets[first + k]!;
      const weight = weights[w]!;
      a = fround(a + fround(weight * data[at]!));
      b = fround(b + fround(weight * data[at + 1]!));
      c = fround(c + fround(weight * data[at + 2]!));
      d = fround(d + fround(weight * data[at + 3]!));
    }
    to[i] = a;
    to[i + 1] = b;
    to[i + 2] = c;
    to[i + 3] = d;
  }
}
