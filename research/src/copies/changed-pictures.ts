import type { Image } from '../../../packages/fingerprint/src/index.ts';

export interface PictureChange {
  readonly name: string;
  change(image: Image, random: () => number): Image;
}

/** One picture sent twice, as somebody would who wants it to look like two. */
export const PICTURE_CHANGES: readonly PictureChange[] = [
  { name: 'other gray levels', change: (image) => grays(image, (gray) => 30 + 0.75 * gray) },
  { name: 'fewer gray levels', change: (image) => grays(image, (gray) => gray - (gray % 24)) },
  { name: 'noise', change: (image, random) => grays(image, (gray) => gray + 40 * (random() - 0.5)) },
  { name: 'blurred', change: blurred },
  { name: 'compressed in blocks', change: (image) => inBlocks(image) },
  { name: 'turned and shifted', change: (image) => turned(image, 0.15, 7, -5) },
  {
    name: 'turned, shifted, noise, in blocks',
    change: (image, random) => inBlocks(grays(turned(image, -0.2, 3, 9), (gray) => gray + 20 * (random() - 0.5))),
  },
];

function grays(image: Image, change: (gray: number) => number): Image {
  return { ...image, pixels: image.pixels.map((gray) => Math.min(255, Math.max(0, Math.round(change(gray))))) };
}

/** Each pixel the mean of nine. */
function blurred(image: Image): Image {
  const { width, height, pixels } = image;
  const at = (x: number, y: number): number =>
    pixels[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!;
  const mean = (x: number, y: number): number => {
    let sum = 0;
    for (let v = y - 1; v <= y + 1; v++) for (let u = x - 1; u <= x + 1; u++) sum += at(u, v);
    return sum / 9;
  };
  return { ...image, pixels: pixels.map((_, k) => mean(k % width, Math.floor(k / width))) };
}

/** Blocks of 4 × 4 with few levels of gray around their mean: what strong compression leaves. */
function inBlocks(image: Image): Image {
  const { width, pixels } = image;
  const height = Math.floor(pixels.length / width);
  const out = Uint8Array.from(pixels);
  for (let top = 0; top + 4 <= height; top += 4) {
    for (let left = 0; left + 4 <= width; left += 4) {
      const places = Array.from({ length: 16 }, (_, k) => (top + (k >> 2)) * width + left + (k & 3));
      const mean = places.reduce((sum, place) => sum + pixels[place]!, 0) / 16;
      for (const place of places)
        out[place] = Math.min(255, Math.max(0, Math.round(mean + 28 * Math.round((pixels[place]! - mean) / 28))));
    }
  }
  return { ...image, pixels: out };
}

/** About its middle, white beyond its edges. */
function turned(image: Image, angle: number, right: number, down: number): Image {
  const { width, height, pixels } = image;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turnedPixels = pixels.map((_, k) => {
    const u = (k % width) - width / 2 - right;
    const v = Math.floor(k / width) - height / 2 - down;
    const x = cos * u + sin * v + width / 2;
    const y = cos * v - sin * u + height / 2;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column + 1 >= width || row + 1 >= height) return 255;
    const corner = row * width + column;
    const above = pixels[corner]! * (1 - x + column) + pixels[corner + 1]! * (x - column);
    const below = pixels[corner + width]! * (1 - x + column) + pixels[corner + width + 1]! * (x - column);
    return above * (1 - y + row) + below * (y - row);
  });
  return { ...image, pixels: turnedPixels };
}
