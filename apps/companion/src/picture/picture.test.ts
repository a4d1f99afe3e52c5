import { compare, extract, THRESHOLD, type Image, type View } from '@authly/fingerprint';
import { beforeAll, describe, expect, it } from 'vitest';
import { colourfulness, crop, inverted, toGray, type Gray, type Picture } from './gray.ts';
import { ridgesAreLight } from './polarity.ts';
import { findRidges } from './ridges.ts';
import { SHARP_ENOUGH, sharpness } from './sharpness.ts';
import { shrink } from './shrink.ts';
import { toScan, type Origin } from './to-scan.ts';
import { syntheticImage } from '../../../../packages/fingerprint/test/synthetic-records.ts';

const FINGER = 7002;
let image: Image;
let other: View;
beforeAll(() => {
  image = syntheticImage(FINGER, 1);
  other = extract(syntheticImage(FINGER, 2));
});

type Paint = (gray: number) => readonly [number, number, number];
const asGray: Paint = (gray) => [gray, gray, gray];
const asSkin: Paint = (gray) => [255 - gray * 0.4, 200 - gray * 0.5, 170 - gray * 0.5];
const gray = ({ width, height, pixels }: Image): Gray => ({ width, height, pixels: Uint8Array.from(pixels) });

/** The image as a canvas would hold it, `scale` times as large. */
function picture({ width, height, pixels }: Image, scale: number, paint: Paint): Picture {
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const data = new Uint8ClampedArray(w * h * 4).fill(255);
  const at = (x: number, y: number): number => pixels[Math.min(height - 1, y) * width + Math.min(width - 1, x)]!;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const [sx, sy] = [x / scale, y / scale];
      const [left, top] = [Math.floor(sx), Math.floor(sy)];
      const upper = at(left, top) * (1 - (sx - left)) + at(left + 1, top) * (sx - left);
      const lower = at(left, top + 1) * (1 - (sx - left)) + at(left + 1, top + 1) * (sx - left);
      data.set(paint(upper * (1 - (sy - top)) + lower * (sy - top)), (y * w + x) * 4);
    }
  }
  return { width: w, height: h, data };
}

describe('gray values', () => {
  it('are mostly of the green light, and transparent is white', () => {
    const data = Uint8Array.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 0]);
    expect([...toGray({ width: 2, height: 2, data }).pixels]).toEqual([51, 179, 26, 255]);
  });

  it('a cut-out stays inside the image', () => {
    const small = { width: 3, height: 2, pixels: Uint8Array.from([1, 2, 3, 4, 5, 6]) };
    expect(crop(small, { x: 1, y: -5, width: 9, height: 6 })).toEqual({
      width: 2,
      height: 1,
      pixels: Uint8Array.from([2, 3]),
    });
  });

  it('a smaller image has the means of the larger one', () => {
    expect([
      ...shrink({ width: 4, height: 2, pixels: Uint8Array.from([0, 10, 100, 200, 20, 30, 100, 200]) }, 2).pixels,
    ]).toEqual([15, 150]);
  });
});

describe('sharpness', () => {
  const blurred = (of: Gray, reach: number): Gray => ({
    ...of,
    pixels: of.pixels.map((_, i) => {
      let sum = 0;
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++) sum += of.pixels[i + dy * of.width + dx] ?? 255;
      return sum / (2 * reach + 1) ** 2;
    }),
  });

  it('of a finger in focus is enough, of one out of focus it is not', () => {
    const seen = shrink(gray(image), 1.5);
    expect(sharpness(seen)).toBeGreaterThan(SHARP_ENOUGH);
    expect(sharpness(blurred(seen, 5))).toBeLessThan(SHARP_ENOUGH);
  });

  it('falls with every step out of focus, and does not depend on the light', () => {
    const seen = shrink(gray(image), 1.5);
    const steps = [0, 1, 2, 3].map((reach) => sharpness(blurred(seen, reach)));
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
    const dim = { ...seen, pixels: seen.pixels.map((value) => value / 2) };
    expect(sharpness(dim)).toBeGreaterThan(0.8 * sharpness(seen));
  });

  it('of a plain surface is nothing', () => {
    expect(sharpness({ width: 20, height: 20, pixels: new Uint8Array(400).fill(120) })).toBe(0);
  });
});

describe('polarity', () => {
  it('a scan has dark ridges, an inverted one light ones', () => {
    expect(ridgesAreLight(gray(image), 0)).toBe(false);
    expect(ridgesAreLight(inverted(gray(image)), 0)).toBe(true);
  });

  it('skin, known by its colour, has light ridges', () => {
    expect(colourfulness(picture(image, 1, asSkin))).toBeGreaterThan(0.2);
    expect(colourfulness(picture(image, 1, asGray))).toBe(0);
    expect(ridgesAreLight(gray(image), 0.25)).toBe(true);
  });
});

describe('the way to a scan of known resolution', () => {
  it('finds the period of the ridges, and none in noise', () => {
    expect(findRidges(gray(image))!.period).toBeGreaterThan(7.5);
    expect(findRidges(gray(image))!.period).toBeLessThan(10.5);
    expect(findRidges({ width: 300, height: 300, pixels: new Uint8Array(90_000).fill(90) })).toBeUndefined();
  });

  it('a file whose ridges have the period of a 500 dpi scan is taken as it is', () => {
    expect(toScan(picture(image, 1, asGray), 'file')).toEqual({ ...image, dpi: 500 });
  });

  it.each<[string, number, Paint, Origin]>([
    ['a scan', 1, asGray, 'file'],
    ['an inverted scan', 1, (value) => asGray(255 - value), 'file'],
    ['a large photograph of skin', 3.2, asSkin, 'file'],
    ['a camera’s small picture', 0.85, asGray, 'camera'],
    ['a camera’s large picture of skin', 2, asSkin, 'camera'],
  ])('%s matches a plain touch of the same finger', (_name, scale, paint, origin) => {
    expect(compare(extract(toScan(picture(image, scale, paint), origin)), other)).toBeGreaterThanOrEqual(THRESHOLD);
  });
});
