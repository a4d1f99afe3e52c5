import { CELL, FLATTEN, PAD } from '../constants.ts';
import { addressOf, place, withKernels } from '../kernels/memory.ts';
import { boxMean, boxMeanOfSquares, newPlane, type Plane } from './plane.ts';

const { fround } = Math;

export interface Flattened {
  /** Ridges positive, valleys negative, about ±1 whatever the light and the pressure were; with PAD pixels of zeros around. */
  readonly flat: Plane;
  /** Standard deviation of the gray values around each cell, on the padded grid. */
  readonly contrast: Plane;
}

/** Takes out uneven light and pressure: each pixel against the mean and the contrast around it. */
export function flatten(image: Plane): Flattened {
  const { width, height, data } = image;
  const mean = boxMean(image, FLATTEN.radius).data;
  const squares = boxMeanOfSquares(image, FLATTEN.radius).data;
  const flat = newPlane(padded(width), padded(height));
  const start = PAD * flat.width + PAD;
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.flatten(
    place(data), place(mean), place(squares), addressOf(flat.data) + 4 * start, width, height, flat.width, FLATTEN.floor,
  ));
  return { flat, contrast: sampleCells(mean, squares, image, flat) };
}

/** The standard deviation, of the mean and the mean of the squares. */
function deviation(mean: number, squares: number): number {
  return fround(Math.sqrt(Math.max(0, fround(squares - fround(mean * mean)))));
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
      grid.data[y * grid.width + x] = deviation(mean[at]!, squares[at]!);
    }
  }
  return grid;
}
