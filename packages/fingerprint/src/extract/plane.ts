/** A field of numbers over the image: one per pixel, or one per cell of a coarser grid. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export function newPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) };
}

/** Mean over the square of side 2·radius + 1 around each pixel, by running sums: the cost does not depend on the radius. */
export function boxMean(source: Plane, radius: number): Plane {
  const { width, height } = source;
  const rows = newPlane(width, height);
  for (let y = 0; y < height; y++) meanAlong(source.data, rows.data, y * width, 1, width, radius);
  const out = newPlane(width, height);
  meanDown(rows, out, radius);
  return out;
}

function meanAlong(from: Float32Array, to: Float32Array, start: number, step: number, count: number, radius: number): void {
  let sum = 0;
  let inside = 0;
  for (let i = 0; i < Math.min(radius, count); i++, inside++) sum += from[start + i * step]!;
  for (let i = 0; i < count; i++) {
    if (i + radius < count) {
      sum += from[start + (i + radius) * step]!;
      inside++;
    }
    if (i - radius - 1 >= 0) {
      sum -= from[start + (i - radius - 1) * step]!;
      inside--;
    }
    to[start + i * step] = sum / inside;
  }
}

/** Row by row with one running sum per column, because walking columns misses the cache on every step. */
function meanDown(from: Plane, to: Plane, radius: number): void {
  const { width, height } = from;
  const sums = new Float64Array(width);
  let inside = 0;
  const add = (row: number, sign: number): void => {
    const start = row * width;
    for (let x = 0; x < width; x++) sums[x]! += sign * from.data[start + x]!;
    inside += sign;
  };
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1);
    if (y - radius - 1 >= 0) add(y - radius - 1, -1);
    const start = y * width;
    for (let x = 0; x < width; x++) to.data[start + x] = sums[x]! / inside;
  }
}

/** Gaussian smoothing, for grids of cells; outside counts as zero. */
export function gaussian(source: Plane, sigma: number): Plane {
  const { width, height } = source;
  const weights = gaussianWeights(sigma);
  const across = newPlane(width, height);
  const out = newPlane(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) across.data[y * width + x] = weighted(source.data, y * width + x, 1, x, width, weights);
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) out.data[y * width + x] = weighted(across.data, y * width + x, width, y, height, weights);
  }
  return out;
}

function weighted(data: Float32Array, at: number, step: number, position: number, count: number, weights: Float32Array): number {
  const radius = (weights.length - 1) >> 1;
  const first = Math.max(-radius, -position);
  const last = Math.min(radius, count - 1 - position);
  let sum = 0;
  for (let k = first; k <= last; k++) sum += weights[k + radius]! * data[at + k * step]!;
  return sum;
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
