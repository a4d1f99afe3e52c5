import { RESAMPLE } from '../../../packages/fingerprint/src/constants.ts';
import { ImageFileError } from './error.ts';

/** Bounds memory and time. A finger at 1000 dpi is smaller. */
const MAX_SIDE = 4000;
const MAX_PIXELS = 4_000_000;

export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new ImageFileError('image_size', 'The image has no pixels.');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new ImageFileError('image_size', `The image is larger than ${MAX_PIXELS} pixels.`);
}

/** Both directions must have the same resolution, or ridges would be stretched. */
export function checkedDpi(horizontal: number, vertical: number): number {
  const isSame = Math.abs(horizontal - vertical) <= RESAMPLE.sameWithin * horizontal;
  if (!isSame || !(horizontal >= RESAMPLE.minDpi && horizontal <= RESAMPLE.maxDpi))
    throw new ImageFileError('resolution', `The image says ${horizontal} × ${vertical} dpi.`);
  return horizontal;
}
