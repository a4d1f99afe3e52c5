import { describe, expect, it } from 'vitest';
import { synthesize } from '../src/synthesize/index.ts';
import type { Image } from '../src/types.ts';

/** Share of pixels that are dark in one image and light in the other. */
const difference = (a: Image, b: Image): number => {
  let differing = 0;
  for (let i = 0; i < a.pixels.length; i++) if (a.pixels[i]! < 128 !== b.pixels[i]! < 128) differing++;
  return differing / a.pixels.length;
};

const inkShare = ({ pixels }: Image): number => pixels.filter((gray) => gray < 128).length / pixels.length;

describe('synthesize', () => {
  it('gives the same pixels for the same numbers, also after other fingers pushed it out of the cache', () => {
    const first = synthesize({ finger: 3, impression: 2 });
    for (let finger = 100; finger < 120; finger++) synthesize({ finger, impression: 0 });
    expect(synthesize({ finger: 3, impression: 2 })).toEqual(first);
  });

  it('gives a gray image of one size at 500 dpi, ridges dark on a light ground', () => {
    for (let finger = 0; finger < 20; finger++) {
      const image = synthesize({ finger, impression: finger });
      expect(image).toMatchObject({ width: 360, height: 400, dpi: 500 });
      expect(image.pixels).toHaveLength(360 * 400);
      expect(inkShare(image)).toBeGreaterThan(0.08);
      expect(inkShare(image)).toBeLessThan(0.4);
      expect(image.pixels[0]).toBeGreaterThan(200);
    }
  });

  it('gives another picture for every impression of a finger', () => {
    const images = Array.from({ length: 6 }, (_, impression) => synthesize({ finger: 5, impression }));
    for (const [i, a] of images.entries()) {
      for (const b of images.slice(i + 1)) expect(difference(a, b)).toBeGreaterThan(0.05);
    }
  });

  it('gives another picture for every finger', () => {
    const images = Array.from({ length: 12 }, (_, finger) => synthesize({ finger, impression: 0 }));
    for (const [i, a] of images.entries()) {
      for (const b of images.slice(i + 1)) expect(difference(a, b)).toBeGreaterThan(0.1);
    }
  });

  it('tells fingers apart that differ only beyond 32 bits', () => {
    const [low, high] = [1, 0x1_0000_0001].map((finger) => synthesize({ finger, impression: 0 }));
    expect(difference(low!, high!)).toBeGreaterThan(0.1);
  });

  it.each([
    [-1, 0],
    [0, -1],
    [0.5, 0],
    [0, Number.NaN],
    [Number.POSITIVE_INFINITY, 0],
    [2 ** 53, 0],
  ])('refuses finger %d, impression %d with a RangeError', (finger, impression) => {
    expect(() => synthesize({ finger, impression })).toThrow(RangeError);
  });
});
