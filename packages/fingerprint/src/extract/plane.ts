import { addressOf, newDoubles, newFloats, place, withKernels } from '../kernels/memory.ts';

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
  const { width, height, data } = source;
  const squares = newPlane(width, height);
  withKernels((kernels) => kernels.squares(place(data), addressOf(squares.data), data.length));
  return boxMean(squares, radius);
}

/** Box means one after the other: two or three of them are as good as a Gaussian. */
export function smooth(source: Plane, radius: number, passes: number): Plane {
  return boxMeans(source, 1, radius, passes);
}

/** The same of so many planes that stand below each other in one. */
export function smoothEach(source: Plane, planes: number, radius: number, passes: number): Plane {
  return boxMeans(source, planes, radius, passes);
}

function boxMeans(source: Plane, planes: number, radius: number, passes: number): Plane {
  const { width, data } = source;
  const height = source.height / planes;
  const out = newPlane(width, source.height);
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.boxMeans(
    place(data), addressOf(out.data), addressOf(newFloats(width * height)), addressOf(newDoubles(width)),
    width, height, radius, passes, planes,
  ));
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
