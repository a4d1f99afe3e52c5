import { ImageError } from '../errors.ts';
import { PHOTO } from './constants.ts';
import type { Photo } from './types.ts';

/** Refuses what is no picture, before any work is done on it. */
export function checkPhoto({ width, height, data }: Photo): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new ImageError('invalid_image', 'The photo needs a whole width and height of at least 1.');
  if (width * height > PHOTO.maxPixels)
    throw new ImageError('image_too_large', `The photo has more than ${PHOTO.maxPixels} pixels.`);
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray) || data.length !== width * height * 4)
    throw new ImageError('invalid_image', 'The photo needs exactly width × height × 4 bytes.');
}

/** Red, green and blue, one plane each. */
export interface Colours {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly [Float32Array, Float32Array, Float32Array];
}

/** A rectangle of the photo with `factor` × `factor` pixels averaged into one, so that fine ridges do not turn into moiré. */
export function averaged(
  photo: Photo,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  factor: number,
): Colours {
  const width = Math.max(1, Math.floor(area.width / factor));
  const height = Math.max(1, Math.floor(area.height / factor));
  const sums = [0, 1, 2].map(() => new Float32Array(width * height)) as [Float32Array, Float32Array, Float32Array];
  const [red, green, blue] = sums;
  const columns = Math.min(area.width, width * factor);
  const rows = Math.min(area.height, height * factor);
  for (let y = 0; y < rows; y++) {
    const out = Math.floor(y / factor) * width;
    let i = ((area.y + y) * photo.width + area.x) * 4;
    for (let x = 0; x < columns; x++, i += 4) {
      const o = out + Math.floor(x / factor);
      red[o]! += photo.data[i]!;
      green[o]! += photo.data[i + 1]!;
      blue[o]! += photo.data[i + 2]!;
    }
  }
  const share = 1 / (Math.ceil(columns / width) * Math.ceil(rows / height));
  for (const plane of sums) for (let i = 0; i < plane.length; i++) plane[i]! *= share;
  return { width, height, planes: sums };
}

/** The whole photo, small, and how many of its pixels one of the copy's stands for. */
export function smallCopy(photo: Photo): Colours & { readonly factor: number } {
  const factor = Math.max(1, Math.ceil(Math.max(photo.width, photo.height) / PHOTO.smallSide));
  return { ...averaged(photo, { x: 0, y: 0, width: photo.width, height: photo.height }, factor), factor };
}
