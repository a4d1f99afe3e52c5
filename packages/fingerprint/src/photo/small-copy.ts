import { ImageError } from '../errors.ts';
import { PHOTO } from './constants.ts';
import type { Photo } from './types.ts';

export function checkPhoto({ width, height, data }: Photo): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new ImageError('invalid_image', 'The photo needs a whole width and height of at least 1.');
  if (width * height > PHOTO.maxPixels)
    throw new ImageError('image_too_large', `The photo has more than ${PHOTO.maxPixels} pixels.`);
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray) || data.length !== width * height * 4)
    throw new ImageError('invalid_image', 'The photo needs exactly width × height × 4 bytes.');
}

export interface Colors {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly [Float32Array, Float32Array, Float32Array];
}

/** Averaging prevents moiré. Large squares are sampled, so that the work does not grow with the photo. */
export function averaged(
  photo: Photo,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  factor: number,
): Colors {
  const width = Math.max(1, Math.floor(area.width / factor));
  const height = Math.max(1, Math.floor(area.height / factor));
  const planes = [0, 1, 2].map(() => new Float32Array(width * height)) as [Float32Array, Float32Array, Float32Array];
  const apart = Math.max(1, Math.floor(factor / PHOTO.averagedAcross));
  const cell = { width: Math.min(factor, area.width), height: Math.min(factor, area.height), apart };
  for (let row = 0, o = 0; row < height; row++)
    for (let column = 0; column < width; column++, o++)
      average(photo, area.x + column * factor, area.y + row * factor, cell, planes, o);
  return { width, height, planes };
}

function average(
  { width, data }: Photo,
  left: number,
  top: number,
  cell: { readonly width: number; readonly height: number; readonly apart: number },
  [red, green, blue]: Colors['planes'],
  o: number,
): void {
  let [r, g, b, count] = [0, 0, 0, 0];
  for (let y = top; y < top + cell.height; y += cell.apart) {
    const end = (y * width + left + cell.width) * 4;
    for (let i = (y * width + left) * 4; i < end; i += 4 * cell.apart) {
      r += data[i]!;
      g += data[i + 1]!;
      b += data[i + 2]!;
      count++;
    }
  }
  red[o] = r / count;
  green[o] = g / count;
  blue[o] = b / count;
}

export interface SmallCopy extends Colors {
  readonly factor: number;
}

export function smallCopy(photo: Photo): SmallCopy {
  const factor = Math.max(1, Math.ceil(Math.max(photo.width, photo.height) / PHOTO.smallSide));
  return { ...averaged(photo, { x: 0, y: 0, width: photo.width, height: photo.height }, factor), factor };
}

/** Leaves no image of a finger in memory. */
export function wipe({ planes }: Colors): void {
  for (const plane of planes) plane.fill(0);
}
