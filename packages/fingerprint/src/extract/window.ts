import { CELL, FLATTEN, RESAMPLE, WINDOW } from '../constants.ts';
import type { Image } from '../types.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import { boundsOf, highContrast, type Mask } from './segment.ts';

/** A part of an image and its position there, in pixels at 500 dpi. */
export interface Part {
  readonly image: Image;
  readonly left: number;
  readonly top: number;
}

/** The part of a large image that shows most of a finger, so that later stages have bounded work. */
export function fingerPart(image: Image): Part {
  const scale = RESAMPLE.dpi / image.dpi;
  if (Math.max(image.width, image.height) * scale <= WINDOW.side) return { image, left: 0, top: 0 };
  const dot = Math.max(1, Math.round(CELL / scale));
  const mask = highContrast(contrastOfDots(image, dot));
  const side = (WINDOW.side / scale) | 0;
  const [column, row] = fullest(mask, Math.max(1, Math.floor(side / dot)));
  // The offset is in whole pixels at 500 dpi, so that minutiae keep whole positions.
  const left = Math.floor(Math.min(column * dot, Math.max(0, image.width - side)) * scale);
  const top = Math.floor(Math.min(row * dot, Math.max(0, image.height - side)) * scale);
  const [x, y] = [Math.round(left / scale), Math.round(top / scale)];
  return { image: cut(image, x, y, Math.min(side, image.width - x), Math.min(side, image.height - y)), left, top };
}

/** The standard deviation of the gray values around each square of `dot` × `dot` pixels, as in `flatten`. */
function contrastOfDots(image: Image, dot: number): Plane {
  const mean = newPlane(Math.ceil(image.width / dot), Math.ceil(image.height / dot));
  const square = newPlane(mean.width, mean.height);
  const { pixels } = image;
  const step = Math.ceil(dot / WINDOW.rowsPerCell);
  for (let y = 0; y < image.height; y++) {
    if ((y % dot) % step !== 0) continue;
    const rows = Math.ceil(Math.min(dot, image.height - y + (y % dot)) / step);
    for (let column = 0, o = Math.floor(y / dot) * mean.width; column < mean.width; column++, o++) {
      const start = column * dot;
      const end = Math.min(start + dot, image.width);
      let sum = 0;
      let squares = 0;
      for (let i = y * image.width + start, last = y * image.width + end; i < last; i++) {
        sum += pixels[i]!;
        squares += pixels[i]! * pixels[i]!;
      }
      mean.data[o]! += sum / ((end - start) * rows);
      square.data[o]! += squares / ((end - start) * rows);
    }
  }
  const radius = Math.floor(FLATTEN.radius / CELL);
  const means = smooth(mean, radius).data;
  const squares = smooth(square, radius);
  for (let i = 0; i < means.length; i++) squares.data[i] = Math.sqrt(Math.max(0, squares.data[i]! - means[i]! ** 2));
  return squares;
}

function fullest(mask: Mask, side: number): [column: number, row: number] {
  const sums = sumsAbove(mask);
  const across = mask.width + 1;
  const [width, height] = [Math.min(side, mask.width), Math.min(side, mask.height)];
  let best = -1;
  let column = 0;
  let row = 0;
  for (let y = 0; y + height <= mask.height; y++) {
    for (let x = 0; x + width <= mask.width; x++) {
      const at = y * across + x;
      const down = at + height * across;
      const inside = sums[down + width]! - sums[down]! - sums[at + width]! + sums[at]!;
      if (inside <= best) continue;
      best = inside;
      column = x;
      row = y;
    }
  }
  return best === 0 ? [0, 0] : centered(mask, column, row, width, height);
}

/** The finger in the part, in its middle if the image reaches as far. */
function centered(mask: Mask, column: number, row: number, width: number, height: number): [number, number] {
  const { left, right, top, bottom } = boundsOf(mask, column, row, column + width, row + height);
  const corner = (from: number, to: number, side: number, whole: number): number =>
    Math.max(0, Math.min(whole - side, Math.round((from + to - side) / 2)));
  return [corner(left, right, width, mask.width), corner(top, bottom, height, mask.height)];
}

/** Summed-area table: per corner, the number of mask cells above and to the left. */
function sumsAbove({ width, height, data }: Mask): Int32Array {
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

export function cut(image: Image, left: number, top: number, width: number, height: number): Image {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * image.width + left;
    pixels.set(image.pixels.subarray(start, start + width), y * width);
  }
  return { width, height, pixels, dpi: image.dpi };
}
