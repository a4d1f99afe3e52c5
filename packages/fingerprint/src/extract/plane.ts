import { kernelsFor, newFloats, place, run, workRoom } from '../kernels/memory.ts';

/** A field of numbers over the image: one per pixel, or one per cell of a coarser grid. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export function newPlane(width: number, height: number): Plane {
  return { width, height, data: newFloats(width * height) };
}

/** Mean over the square of side 2·radius + 1 around each pixel, by running sums: the cost does not depend on the radius. */
export function boxMean(source: Plane, radius: number): Plane {
  const { width, height, data } = source;
  const out = newPlane(width, height);
  const kernels = kernelsFor(out.data);
  if (kernels) {
    // biome-ignore format: one row a line
    run(() => kernels.boxMean(
      place(data), place(out.data), workRoom(data.byteLength), workRoom(8 * width + 32), width, height, radius,
    ));
    return out;
  }
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y++) meanAlong(data, rows, y * width, width, radius);
  meanDown({ width, height, data: rows }, out, radius);
  return out;
}

/** Box means one after the other: two or three of them are as good as a Gaussian. */
export function smooth(source: Plane, radius: number, passes: number): Plane {
  let out = source;
  for (let pass = 0; pass < passes; pass++) out = boxMean(out, radius);
  return out;
}

function meanAlong(from: Float32Array, to: Float32Array, start: number, count: number, radius: number): void {
  let sum = 0;
  let inside = Math.min(radius, count);
  for (let i = 0; i < inside; i++) sum += from[start + i]!;
  for (let i = 0, shared = 0, share = 0; i < count; i++) {
    if (i + radius < count) {
      sum += from[start + i + radius]!;
      inside++;
    }
    if (i > radius) {
      sum -= from[start + i - radius - 1]!;
      inside--;
    }
    if (inside !== shared) {
      shared = inside;
      share = 1 / inside;
    }
    to[start + i] = sum * share;
  }
}

/** Row by row with one running sum per column, because walking columns misses the cache on every step. */
function meanDown(from: Plane, to: Plane, radius: number): void {
  const { width, height } = from;
  const sums = new Float64Array(width);
  let inside = Math.min(radius, height);
  for (let i = 0; i < inside * width; i++) sums[i % width]! += from.data[i]!;
  for (let y = 0; y < height; y++) {
    const enters = (y + radius) * width;
    const leaves = (y - radius - 1) * width;
    if (y + radius < height) {
      inside++;
      for (let x = 0; x < width; x++) sums[x]! += from.data[enters + x]!;
    }
    if (leaves >= 0) {
      inside--;
      for (let x = 0; x < width; x++) sums[x]! -= from.data[leaves + x]!;
    }
    const share = 1 / inside;
    for (let x = 0, o = y * width; x < width; x++, o++) to.data[o] = sums[x]! * share;
  }
}

/** Symmetric weights with sum 1, cut at 2.5 sigma. */
export function gaussianWeights(sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(2.5 * sigma));
  const weights = new Float32Array(2 * radius + 1);
  let sum = 0;
  for (let k = -radius; k <= radius; k++) sum += weights[k + radius] = Math.exp((-k * k) / (2 * sigma * sigma));
  for (let k = 0; k < weights.length; k++) weights[k]! /= sum;
  return weights;
}

/** Four 32-bit numbers, first two and last two first, as the kernels add them. */
export function sumOfFour(values: Float32Array, first: number): number {
  return Math.fround(
    Math.fround(values[first]! + values[first + 1]!) + Math.fround(values[first + 2]! + values[first + 3]!),
  );
}
