import { CELL, FLATTEN, PAD } from '../constants.ts';
import { call } from '../kernels/memory.ts';
import { newPlane, smooth, type Plane } from './plane.ts';

const { fround } = Math;

/** In `flat` ridges are about 1 and valleys about −1. `contrast`: the standard deviation around each cell. */
export function flatten(image: Plane): { readonly flat: Plane; readonly contrast: Plane } {
  const { width, height, data } = image;
  const mean = smooth(image, FLATTEN.radius).data;
  const squared = newPlane(width, height);
  call('squares', data, squared.data, data.length);
  const squares = smooth(squared, FLATTEN.radius).data;
  const flat = newPlane(padded(width), padded(height));
  const inner = flat.data.subarray(PAD * flat.width + PAD);
  call('flatten', data, mean, squares, inner, width, height, flat.width, FLATTEN.floor);
  return { flat, contrast: sampleCells(mean, squares, image, flat) };
}

function padded(side: number): number {
  return Math.ceil(side / CELL) * CELL + 2 * PAD;
}

function sampleCells(mean: Float32Array, squares: Float32Array, image: Plane, flat: Plane): Plane {
  const grid = newPlane(flat.width / CELL, flat.height / CELL);
  const border = PAD / CELL;
  for (let y = border; y < grid.height - border; y++) {
    const row = Math.min(image.height - 1, y * CELL + CELL / 2 - PAD);
    for (let x = border; x < grid.width - border; x++) {
      const column = Math.min(image.width - 1, x * CELL + CELL / 2 - PAD);
      const at = row * image.width + column;
      const variance = fround(squares[at]! - fround(mean[at]! * mean[at]!));
      grid.data[y * grid.width + x] = Math.sqrt(Math.max(0, variance));
    }
  }
  return grid;
}
