import { ImageError } from './errors.ts';
import { extract } from './extract/index.ts';
import type { Image } from './types.ts';

/** 0 to 100: how well the touch can be expected to compare. An image without a readable finger is 0; what is no image is refused. */
export function quality(image: Image): number {
  try {
    return extract(image).quality;
  } catch (error) {
    if (error instanceof ImageError && (error.code === 'no_finger' || error.code === 'image_too_small')) return 0;
    throw error;
  }
}
