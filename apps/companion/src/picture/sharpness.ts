import type { Gray } from './gray.ts';

/** In this width the ridges of a fingertip that fills the picture repeat every six pixels: what is finer is the sensor's noise. */
export const SHARPNESS_WIDTH = 240;

/** Below this the camera is out of focus or the hand moves: ridges would melt into each other. */
export const SHARP_ENOUGH = 2;

/** The variance of the Laplacian, in thousandths of the squared mean brightness, so that more light alone is not more detail. */
export function sharpness({ width, height, pixels }: Gray): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = y * width + width - 1; i < end; i++) {
      const value = pixels[i]!;
      const laplacian = 4 * value - pixels[i - 1]! - pixels[i + 1]! - pixels[i - width]! - pixels[i + width]!;
      sum += value;
      // The Laplacian of any picture has a mean of almost zero.
      squares += laplacian * laplacian;
      count++;
    }
  }
  // A black picture has no brightness to divide by.
  return count === 0 ? 0 : (1000 * (squares / count)) / Math.max(100, (sum / count) ** 2);
}
