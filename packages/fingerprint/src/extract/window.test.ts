import { describe, expect, it } from 'vitest';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { WINDOW } from '../constants.ts';
import { compare, decodeTemplate, encodeTemplate, extract, ImageError, THRESHOLD, type Image } from '../index.ts';
import { extractObserved } from './index.ts';
import { withKernels } from '../kernels/memory.ts';
import { fingerPart } from './window.ts';

const finger = syntheticImage(3, 0);

/** A white sheet with the image at one position and a small piece of it at another. */
function onSheet(side: number, image: Image, left: number, top: number): Image {
  const pixels = new Uint8Array(side * side).fill(255);
  for (let y = 0; y < image.height; y++)
    pixels.set(image.pixels.subarray(y * image.width, (y + 1) * image.width), (top + y) * side + left);
  for (let y = 0; y < 60; y++)
    pixels.set(
      image.pixels.subarray((150 + y) * image.width + 150, (150 + y) * image.width + 210),
      (30 + y) * side + 30,
    );
  return { width: side, height: side, pixels, dpi: image.dpi };
}

const patterned = (side: number, dpi: number, gray: (x: number, y: number) => number): Image => {
  const pixels = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) pixels[y * side + x] = gray(x, y);
  return { width: side, height: side, dpi, pixels };
};

describe('an image larger than a finger', () => {
  it.each([
    ['in its corner', 1040, 900],
    ['in its middle', 500, 450],
  ])('finds the finger %s, with positions of the whole image', (_, left, top) => {
    const view = extract(onSheet(1400, finger, left, top));
    const alone = extract(finger);
    expect([view.width, view.height]).toEqual([1400, 1400]);
    expect(compare(decodeTemplate(encodeTemplate([view])), alone)).toBeGreaterThan(2 * THRESHOLD);
    const near = alone.minutiae.filter(({ x, y }) =>
      view.minutiae.some((other) => Math.hypot(other.x - left - x, other.y - top - y) < 4),
    );
    expect(near.length).toBeGreaterThan(0.8 * alone.minutiae.length);
  });

  it.each([
    ['a chessboard of single pixels', patterned(1100, 500, (x, y) => ((x + y) % 2) * 255)],
    ['a chessboard of ridges', patterned(1100, 500, (x, y) => ((Math.floor(x / 4) + Math.floor(y / 4)) % 2) * 255)],
    ['stripes at 1000 dpi', patterned(1700, 1000, (x) => (x % 18 < 9 ? 0 : 255))],
  ])('is cut to the size of a finger before any stage: %s', (_, image) => {
    const part = withKernels(() => fingerPart(image));
    expect(Math.max(part.image.width, part.image.height)).toBeLessThanOrEqual((WINDOW.side * image.dpi) / 500);
    const sides: number[] = [];
    try {
      extractObserved(image, (_, { width, height }) => sides.push(width, height));
    } catch (error) {
      expect(error).toBeInstanceOf(ImageError);
    }
    expect(Math.max(...sides)).toBeLessThan(WINDOW.side + 100);
  });

  it('is rejected if it is blank', () => {
    expect(() => extract(patterned(1100, 500, () => 255))).toThrow(ImageError);
  });
});
