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
  return smooth(source, radius, 1);
}

/** The same of the squares of its values. */
export function boxMeanOfSquares(source: Plane, radius: number): Plane {
  return boxMeans(source, 1, radius, 1, true);
}

/** Box means one after the other: two or three of them are as good as a Gaussian. */
export function smooth(source: Plane, radius: number, passes: number): Plane {
  return boxMeans(source, 1, radius, passes, false);
}

/** The same of so many planes that stand below each other in one. */
export function smoothEach(source: Plane, planes: number, radius: number, passes: number): Plane {
  return boxMeans(source, planes, radius, passes, false);
}

function boxMeans(source: Plane, planes: number, radius: number, passes: number, squared: boolean): Plane {
  const { width, data } = source;
  const height = source.height / planes;
  const out = newPlane(width, source.height);
  const kernels = kernelsFor(out.data);
  if (kernels) {
    const below = 16 * Math.ceil(width / 4);
    // biome-ignore format: one row a line
    run(() => kernels.boxMeans(
      place(data), place(out.data), workRoom(below * height), workRoom(12 * below),
      width, height, radius, passes, planes, squared ? 1 : 0,
    ));
    return out;
  }
  const from = squared ? data.map((value) => value * value) : data;
  for (let start = 0; start < out.data.length; start += width * height)
    meansOf(from.subarray(start), { width, height, data: out.data.subarray(start) }, radius, passes);
  return out;
}

function meansOf(from: Float32Array, to: Plane, radius: number, passes: number): void {
  const { width, height } = to;
  const rows = { width, height, data: new Float32Array(width * height) };
  for (let pass = 0; pass < passes; pass++) {
    for (let y = 0; y < height; y++) meanAlong(pass === 0 ? from : to.data, rows.data, y * width, width, radius);
    meanDown(rows, to, radius);
  }
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
