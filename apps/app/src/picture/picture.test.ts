import { compare, extract, THRESHOLD, type Image, type View } from '@authly/fingerprint';
import { beforeAll, describe, expect, it } from 'vitest';
import { colourfulness, crop, inverted, toGray, type Gray, type Picture } from './gray.ts';
import { ridgesAreLight } from './polarity.ts';
import { findRidges } from './ridges.ts';
import { shrink } from './gray.ts';
import { imageOfPicture } from './to-scan.ts';
import { toScan } from './to-scan.ts';
import { syntheticImage, syntheticPhoto } from '../../../../packages/fingerprint/test/synthetic-records.ts';

const FINGER = 7002;
let image: Image;
let other: View;
beforeAll(() => {
  image = syntheticImage(FINGER, 1);
  other = extract(syntheticImage(FINGER, 2));
});

type Paint = (gray: number) => readonly [number, number, number];
const asGray: Paint = (gray) => [gray, gray, gray];
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

/** Byte by byte: the matcher goes through a long array slowly. */
const isTheImage = ({ width, height, dpi, pixels }: Image): boolean =>
  width === image.width && height === image.height && dpi === 500 && Buffer.compare(pixels, image.pixels) === 0;

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

describe('polarity', () => {
  it('a scan has dark ridges, an inverted one light ones', () => {
    expect(ridgesAreLight(gray(image))).toBe(false);
    expect(ridgesAreLight(inverted(gray(image)))).toBe(true);
  });
});

describe('the way to a scan of known resolution', () => {
  it('finds the period of the ridges, and none in noise', () => {
    expect(findRidges(gray(image))!.period).toBeGreaterThan(7.5);
    expect(findRidges(gray(image))!.period).toBeLessThan(10.5);
    expect(findRidges({ width: 300, height: 300, pixels: new Uint8Array(90_000).fill(90) })).toBeUndefined();
  });

  it('a file whose ridges have the period of a 500 dpi scan is taken as it is', () => {
    expect(isTheImage(toScan(picture(image, 1, asGray)))).toBe(true);
  });

  it.each<[string, number, Paint]>([
    ['a scan', 1, asGray],
    ['an inverted scan', 1, (value) => asGray(255 - value)],
    ['a large gray picture of a scan', 2, asGray],
  ])('%s matches a plain touch of the same finger', (_name, scale, paint) => {
    expect(compare(extract(toScan(picture(image, scale, paint))), other)).toBeGreaterThanOrEqual(THRESHOLD);
  });
});

describe('what kind of picture it is', () => {
  it('a photo in colour is read as one, or refused with a reason', () => {
    const photo = { finger: FINGER, shot: 0 } as const;
    expect(imageOfPicture(syntheticPhoto(photo))).toHaveProperty('dpi', 500);
    expect(imageOfPicture(syntheticPhoto({ ...photo, blur: 7 }))).toBe('blurred');
  });

  it('a gray picture is a scan', () => {
    expect(colourfulness(picture(image, 1, asGray))).toBe(0);
    expect(isTheImage(imageOfPicture(picture(image, 1, asGray)) as Image)).toBe(true);
  });
});
