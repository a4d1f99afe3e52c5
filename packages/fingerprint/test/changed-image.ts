import type { Image } from '../src/index.ts';

export { cut } from '../src/extract/window.ts';

/** Turns the image around its middle and moves it, on a white sheet that is large enough. */
export function moved(image: Image, angle: number, dx: number, dy: number): Image {
  const side = Math.ceil(Math.hypot(image.width, image.height)) + 60;
  const pixels = new Uint8Array(side * side).fill(255);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const u = x - side / 2 - dx;
      const v = y - side / 2 - dy;
      pixels[y * side + x] = between(image, cos * u + sin * v + image.width / 2, cos * v - sin * u + image.height / 2);
    }
  }
  return { width: side, height: side, pixels, dpi: image.dpi };
}

function between({ width, height, pixels }: Image, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return 255;
  const [u, v] = [x - left, y - top];
  const at = top * width + left;
  const above = pixels[at]! * (1 - u) + pixels[at + 1]! * u;
  const below = pixels[at + width]! * (1 - u) + pixels[at + width + 1]! * u;
  return above * (1 - v) + below * v;
}

/** The image and its mirror images to the right and below: four times as large, with ridges that continue across the seams. */
export function mirroredFourfold({ width, height, pixels, dpi }: Image): Image {
  const out = new Uint8Array(4 * width * height);
  for (let y = 0; y < 2 * height; y++) {
    for (let x = 0; x < 2 * width; x++) {
      out[y * 2 * width + x] = pixels[Math.min(y, 2 * height - 1 - y) * width + Math.min(x, 2 * width - 1 - x)]!;
    }
  }
  return { width: 2 * width, height: 2 * height, pixels: out, dpi };
}

/** The image with a white disc in its middle that covers this share of it. */
export function withBlankSpot(
  { width, height, pixels, dpi }: Image,
  share: number,
): { image: Image; isBlank: (x: number, y: number) => boolean } {
  const square = (share * width * height) / Math.PI;
  const isBlank = (x: number, y: number): boolean => (x - width / 2) ** 2 + (y - height / 2) ** 2 < square;
  const spotted = pixels.map((gray, i) => (isBlank(i % width, Math.floor(i / width)) ? 255 : gray));
  return { image: { width, height, pixels: spotted, dpi }, isBlank };
}
