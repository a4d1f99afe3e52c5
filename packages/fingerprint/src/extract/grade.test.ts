import { describe, expect, it } from 'vitest';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { quality, QUALITY_BAR, type Image } from '../index.ts';

const picture = (gray: (x: number, y: number) => number): Image => ({
  width: 320,
  height: 320,
  dpi: 500,
  pixels: Uint8Array.from({ length: 320 * 320 }, (_, i) => gray(i % 320, Math.floor(i / 320))),
});
const wave = (phase: number): number => 128 + 100 * Math.sin(phase);

describe('images without a finger are below the quality bar', () => {
  it.each<[string, (x: number, y: number) => number]>([
    ['straight waves', (_, y) => wave(0.7 * y)],
    ['rings', (x, y) => wave(0.7 * Math.hypot(x - 160, y - 160))],
    ['bent waves', (x, y) => wave(0.7 * y + 4 * Math.sin(x / 20))],
    ['slanted lines', (x, y) => ((x + 2 * y) % 20 < 6 ? 20 : 240)],
    ['crossed waves', (x, y) => 128 + 60 * Math.sin(0.7 * x) + 60 * Math.sin(0.7 * y)],
    ['bent waves that cross', (x, y) => 128 + 60 * Math.sin(0.7 * x + 3 * Math.sin(y / 25)) + 60 * Math.sin(0.7 * y)],
    ['patches woven into each other', (x, y) => wave(0.7 * ((((x / 24) | 0) + ((y / 24) | 0)) % 2 ? x : y))],
    ['a checkerboard', (x, y) => (((x >> 3) + (y >> 3)) % 2) * 255],
  ])('%s', (_, gray) => {
    expect(quality(picture(gray))).toBeLessThan(QUALITY_BAR.quality);
  });

  it('a finger is above the quality bar', () => {
    expect(quality(syntheticImage(2, 0))).toBeGreaterThan(QUALITY_BAR.quality);
  });
});
