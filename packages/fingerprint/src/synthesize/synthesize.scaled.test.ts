import { describe, expect, it } from 'vitest';
import { synthesize } from './index.ts';
import { patternOf } from './pattern.ts';
import { atan2, cos, exp, sin } from './portable.ts';
import type { Image } from '../types.ts';
import { allOrSome } from '../../../../test/kind.ts';

const inkShare = ({ pixels }: Image): number => pixels.filter((gray) => gray < 128).length / pixels.length;

/** FNV-1a. */
const checksum = ({ pixels }: Image): string => {
  let hash = 0x811c9dc5;
  for (const gray of pixels) hash = Math.imul(hash ^ gray, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
};

describe('synthesize', () => {
  const first = synthesize({ finger: 17, impression: 2 });
  /** Shared by several tests, because growing a finger is slow. */
  const fingers = Array.from({ length: allOrSome(16, 6) }, (_, finger) => synthesize({ finger, impression: 0 }));

  it('gives the same pixels for the same numbers, even after the finger left the cache', () => {
    expect(checksum(synthesize({ finger: 17, impression: 2 }))).toBe(checksum(first));
  });

  // Update these checksums only after an intended change of the synthesizer, and look at its pictures first.
  const kept: [string, number, number, string][] = [
    ['rightLoop', 0, 0, 'fc0a04df'],
    ['leftLoop', 1, 3, 'b215e0b0'],
    ['whorl', 7, 1, '3f77d72f'],
    ['doubleLoop', 36, 0, 'cadfaa0e'],
    ['tentedArch', 41, 2, '03b016ac'],
    ['arch', 45, 5, 'e6a0afed'],
  ];
  it.each(allOrSome(kept, kept.slice(0, 3)))(
    'keeps the %s of finger %i, impression %i',
    (pattern, finger, impression, expected) => {
      expect(patternOf(finger).name).toBe(pattern);
      expect(checksum(synthesize({ finger, impression }))).toBe(expected);
    },
  );

  it('gives a gray image of one size at 500 dpi, with dark ridges', () => {
    for (const image of fingers.slice(0, 8)) {
      expect(image).toMatchObject({ width: 360, height: 400, dpi: 500 });
      expect(image.pixels).toHaveLength(360 * 400);
      expect(inkShare(image)).toBeGreaterThan(0.06);
      expect(inkShare(image)).toBeLessThan(0.4);
      expect(image.pixels[0]).toBeGreaterThan(200);
    }
  });

  it.each([
    [-1, 0],
    [0, -1],
    [0.5, 0],
    [0, Number.NaN],
    [Number.POSITIVE_INFINITY, 0],
    [2 ** 53, 0],
  ])('rejects finger %d, impression %d with a RangeError', (finger, impression) => {
    expect(() => synthesize({ finger, impression })).toThrow(RangeError);
  });
});

describe('portable arithmetic', () => {
  it('approximates sine, cosine, arctangent and exponential', () => {
    for (let x = -9; x <= 9; x += 0.37) {
      expect(sin(x)).toBeCloseTo(Math.sin(x), 6);
      expect(cos(x)).toBeCloseTo(Math.cos(x), 6);
      expect(exp(-Math.abs(x))).toBeCloseTo(Math.exp(-Math.abs(x)), 2);
      for (let y = -2; y <= 2; y += 0.5) expect(atan2(y, x)).toBeCloseTo(Math.atan2(y, x), 4);
    }
  });
});
