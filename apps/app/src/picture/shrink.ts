import type { Gray } from './gray.ts';

/** The image at `1 / factor` of its size; each pixel is the mean of those it covers, so that fine ridges do not turn into moiré. */
export function shrink(image: Gray, factor: number): Gray {
  if (factor <= 1) return image;
  const width = Math.max(1, Math.floor(image.width / factor));
  const height = Math.max(1, Math.floor(image.height / factor));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.floor(y * factor);
    const bottom = Math.max(top + 1, Math.floor((y + 1) * factor));
    for (let x = 0; x < width; x++) {
      const left = Math.floor(x * factor);
      pixels[y * width + x] = mean(image, left, Math.max(left + 1, Math.floor((x + 1) * factor)), top, bottom);
    }
  }
  return { width, height, pixels };
}

function mean({ width, pixels }: Gray, left: number, right: number, top: number, bottom: number): number {
  let sum = 0;
  for (let y = top; y < bottom; y++)
    for (let i = y * width + left, end = y * width + right; i < end; i++) sum += pixels[i]!;
  return Math.round(sum / ((right - left) * (bottom - top)));
}
