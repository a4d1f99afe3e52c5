import { describe, expect, it } from 'vitest';
import {
  decodeTemplate,
  encodeTemplate,
  extract,
  ImageError,
  quality,
  type Image,
  type ImageErrorCode,
  type View,
} from '../index.ts';

const imageOf = (width: number, height: number, gray: (i: number) => number, dpi = 500): Image => {
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i++) pixels[i] = gray(i);
  return { width, height, dpi, pixels };
};

const outcomeOf = (image: Image): View | ImageErrorCode => {
  try {
    return extract(image);
  } catch (error) {
    if (error instanceof ImageError) return error.code;
    throw error;
  }
};

describe('an image that cannot become a template gets a typed error', () => {
  it.each([
    ['a white sheet', imageOf(388, 374, () => 255), 'no_finger'],
    ['a slow ramp of gray', imageOf(388, 374, (i) => ((i % 388) * 255) / 388), 'no_finger'],
    ['a few specks of dust', imageOf(388, 374, (i) => (i % 9973 === 0 ? 0 : 250)), 'no_finger'],
    ['a stamp of 20 × 20', imageOf(20, 20, (i) => (i * 37) % 256), 'image_too_small'],
    ['an image that is small at its resolution', imageOf(200, 200, (i) => (i * 37) % 256, 4000), 'image_too_small'],
    ['a sheet of paper', imageOf(2500, 2500, () => 255), 'image_too_large'],
    ['an image that is large at its resolution', imageOf(600, 600, () => 255, 100), 'image_too_large'],
    ['too few bytes', { width: 388, height: 374, dpi: 500, pixels: new Uint8Array(10) }, 'invalid_image'],
    ['a resolution of zero', imageOf(100, 100, () => 9, 0), 'invalid_image'],
  ] as const)('%s', (_, image, code) => {
    expect(outcomeOf(image)).toBe(code);
  });

  it('a width far beyond memory is rejected before any work', () => {
    expect(outcomeOf({ width: 1e9, height: 1e9, dpi: 500, pixels: new Uint8Array(4) })).toBe('image_too_large');
  });
});

/** Images without a finger take longer, because they are full of minutiae. */
const [SIDE, LARGE] = [250, 500];

describe('odd images end quickly', () => {
  it.each([
    ['noise', imageOf(SIDE, SIDE, (i) => (Math.imul(i + 1, 0x9e3779b1) >>> 24) % 256)],
    ['a chessboard of single pixels', imageOf(SIDE, SIDE, (i) => ((i + Math.floor(i / SIDE)) % 2) * 255)],
    ['straight stripes', imageOf(SIDE, SIDE, (i) => (i % 9 < 4 ? 0 : 255))],
    ['noise of a large size', imageOf(LARGE, LARGE, (i) => (Math.imul(i + 1, 0x9e3779b1) >>> 24) % 256)],
  ] as const)(
    '%s gives a view that fits into a record, or a typed error',
    (_, image) => {
      const outcome = outcomeOf(image);
      if (typeof outcome === 'string') expect(outcome).toBe('no_finger');
      else expect(decodeTemplate(encodeTemplate([outcome]))[0]!.quality).toBe(outcome.quality);
    },
    120_000,
  );
});

it('quality is 0 without a finger, and rejects an invalid image', () => {
  expect(quality(imageOf(388, 374, () => 255))).toBe(0);
  expect(quality(imageOf(20, 20, () => 255))).toBe(0);
  expect(() => quality({ width: 388, height: 374, dpi: 500, pixels: new Uint8Array(10) })).toThrow(ImageError);
});
