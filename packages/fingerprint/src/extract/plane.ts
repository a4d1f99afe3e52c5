import { call, newDoubles, newFloats, withKernels } from '../kernels/memory.ts';

/** One number per pixel, or per cell of a coarser grid. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export function newPlane(width: number, height: number): Plane {
  return { width, height, data: newFloats(width * height) };
}

/**
 * Means over the square of side 2·radius + 1 around each pixel, at a cost that does not depend on the radius. Two or three passes approximate a Gaussian.
 * `planes`: number of planes stacked in the source.
 */
export function smooth({ width, height, data }: Plane, radius: number, passes = 1, planes = 1): Plane {
  const out = newPlane(width, height);
  const rows = height / planes;
  withKernels(() => {
    const [between, sums] = [newFloats(width * rows), newDoubles(width)];
    call('boxMeans', data, out.data, between, sums, width, rows, radius, passes, planes);
  });
  return out;
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
