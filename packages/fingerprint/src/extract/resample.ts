import { RESAMPLE } from '../constants.ts';
import { ImageError } from '../errors.ts';
import type { Image } from '../types.ts';
import { newPlane, type Plane } from './plane.ts';

export function checkImage(image: Image): void {
  const { width, height, pixels, dpi } = image;
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new ImageError('invalid_image', 'The image needs a whole width and height of at least 1.');
  }
  if (!(dpi >= RESAMPLE.minDpi && dpi <= RESAMPLE.maxDpi)) {
    throw new ImageError(
      'invalid_image',
      `The resolution must lie between ${RESAMPLE.minDpi} and ${RESAMPLE.maxDpi} dpi.`,
    );
  }
  if (width * height > RESAMPLE.maxPixels)
    throw new ImageError('image_too_large', `The image has more than ${RESAMPLE.maxPixels} pixels.`);
  if (!(pixels instanceof Uint8Array) || pixels.length !== width * height) {
    throw new ImageError('invalid_image', 'The image needs exactly width × height gray bytes.');
  }
  const scale = RESAMPLE.dpi / dpi;
  const shorter = Math.round(Math.min(width, height) * scale);
  const longer = Math.round(Math.max(width, height) * scale);
  if (shorter < RESAMPLE.minSide)
    throw new ImageError('image_too_small', 'The image is smaller than a readable part of a fingertip.');
  if (longer > RESAMPLE.maxSide) throw new ImageError('image_too_large', 'The image is larger than a finger can be.');
}

export function resample(image: Image): Plane {
  const scale = RESAMPLE.dpi / image.dpi;
  if (Math.abs(scale - 1) <= RESAMPLE.sameWithin) return copy(image);
  const out = newPlane(Math.round(image.width * scale), Math.round(image.height * scale));
  const columns = spans(image.width, out.width);
  const rows = spans(image.height, out.height);
  const narrow = newPlane(out.width, image.height);
  for (let y = 0; y < image.height; y++) averageAlong(image.pixels, y * image.width, columns, narrow, y);
  const sums = new Float64Array(out.width);
  for (let y = 0; y < out.height; y++) averageDown(narrow, rows, y, sums, out);
  return out;
}

function averageAlong(pixels: Uint8Array, start: number, { first, weights, taps }: Spans, to: Plane, y: number): void {
  for (let x = 0, w = 0, o = y * to.width; x < to.width; x++, o++) {
    let sum = 0;
    for (let i = start + first[x]!, end = i + taps; i < end; i++, w++) sum += weights[w]! * pixels[i]!;
    to.data[o] = sum;
  }
}

/** Sums whole rows, because walking down columns misses the cache. */
function averageDown(from: Plane, { first, weights, taps }: Spans, y: number, sums: Float64Array, to: Plane): void {
  sums.fill(0);
  for (let k = 0; k < taps; k++) {
    const weight = weights[y * taps + k]!;
    if (weight === 0) continue;
    for (let x = 0, i = (first[y]! + k) * from.width; x < sums.length; x++, i++) sums[x]! += weight * from.data[i]!;
  }
  to.data.set(sums, y * to.width);
}

function copy(image: Image): Plane {
  const out = newPlane(image.width, image.height);
  out.data.set(image.pixels);
  return out;
}

/** The source pixels of each target pixel and their weights: a triangle as wide as the coarser of the two pixels. */
interface Spans {
  readonly first: Int32Array;
  readonly weights: Float32Array;
  readonly taps: number;
}

function spans(from: number, to: number): Spans {
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  const taps = 2 * Math.ceil(reach) + 1;
  const first = new Int32Array(to);
  const weights = new Float32Array(to * taps);
  for (let i = 0; i < to; i++) {
    const center = (i + 0.5) * ratio - 0.5;
    const start = Math.min(Math.max(0, Math.round(center) - Math.ceil(reach)), Math.max(0, from - taps));
    first[i] = start;
    let sum = 0;
    for (let k = 0; k < taps && start + k < from; k++) {
      sum += weights[i * taps + k] = Math.max(0, 1 - Math.abs(start + k - center) / reach);
    }
    for (let k = 0; k < taps; k++) weights[i * taps + k]! /= sum;
  }
  return { first, weights, taps };
}
