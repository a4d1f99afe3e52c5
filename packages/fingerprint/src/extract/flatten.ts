import { CELL, FLATTEN, PAD } from '../constants.ts';
import { boxMean, newPlane, type Plane } from './plane.ts';

export interface Flattened {
  /** Ridges positive, valleys negative, about ±1 whatever the light and the pressure were; with PAD pixels of zeros around. */
  readonly flat: Plane;
  /** Standard deviation of the gray values around each cell, on the padded grid. */
  readonly contrast: Plane;
}

/** Takes out uneven light and pressure: each pixel against the mean and the contrast around it. */
export function flatten(image: Plane): Flattened {
  const { width, height, data } = image;
  const squares = newPlane(width, height);
  for (let i = 0; i < data.length; i++) squares.data[i] = data[i]! * data[i]!;
  const mean = boxMean(image, FLATTEN.radius).data;
  const deviation = boxMean(squares, FLATTEN.radius).data;
  for (let i = 0; i < data.length; i++) deviation[i] = Math.sqrt(Math.max(0, deviation[i]! - mean[i]! * mean[i]!));

  const flat = newPlane(padded(width), padded(height));
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = y * width, o = (y + PAD) * flat.width + PAD; x < width; x++, i++, o++) {
      flat.data[o] = (mean[i]! - data[i]!) / (deviation[i]! + FLATTEN.floor);
    }
  }
  return { flat, contrast: sampleCells(deviation, image, flat) };
}

function padded(side: number): number {
  return Math.ceil(side / CELL) * CELL + 2 * PAD;
}

function sampleCells(values: Float32Array, image: Plane, flat: Plane): Plane {
  const grid = newPlane(flat.width / CELL, flat.height / CELL);
  const border = PAD / CELL;
  for (let y = border; y < grid.height - border; y++) {
    const row = Math.min(image.height - 1, y * CELL + CELL / 2 - PAD);
    for (let x = border; x < grid.width - border; x++) {
      const column = Math.min(image.width - 1, x * CELL + CELL / 2 - PAD);
      grid.data[y * grid.width + x] = values[row * image.width + column]!;
    }
  }
  return grid;
}
