import { ImageError } from './errors.ts';
import { extract } from './extract/index.ts';
import type { Image } from './types.ts';

/** 0 to 100: the expected utility of the capture in comparisons. An image without a readable finger is 0. Throws for invalid images. */
export function quality(image: Image): number {
  try {
    return extract(image).quality;
  } catch (error) {
    if (error instanceof ImageError && (error.code === 'no_finger' || error.code === 'image_too_small')) return 0;
    throw error;
  }
}
