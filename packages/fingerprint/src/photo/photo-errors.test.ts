import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../test/finger-captures.ts';
import { fromPhoto, ImageError, type Photo } from '../index.ts';

const painted = (width: number, height: number, paint: (x: number, y: number) => number[]): Photo => {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) data.set(paint(x, y), i);
  return { width, height, data };
};
const random = randomFrom(13);

describe('any picture is rejected or read', () => {
  it.each<[string, Photo]>([
    ['one pixel', painted(1, 1, () => [200, 120, 100])],
    ['a line of pixels', painted(3000, 1, () => [200, 120, 100])],
    ['black', painted(300, 400, () => [0, 0, 0])],
    ['white', painted(300, 400, () => [255, 255, 255])],
    ['skin without ridges', painted(300, 400, () => [210, 150, 130])],
    ['noise', painted(300, 400, () => [random() * 255, random() * 255, random() * 255])],
    ['a checkerboard', painted(300, 400, (x, y) => ((x + y) % 2 ? [255, 0, 0] : [0, 0, 0]))],
    ['stripes on skin', painted(400, 500, (x) => [210, 150 + 20 * Math.sin(x / 2), 130])],
    [
      'a gray print',
      painted(400, 500, (x, y) => Array(3).fill(128 + 100 * Math.sin(Math.hypot(x - 200, y - 250) / 1.5))),
    ],
  ])('%s is rejected', (_name, photo) => {
    expect(fromPhoto(photo)).toHaveProperty('fault');
  });

  it.each<[string, Photo]>([
    ['too few bytes', { width: 10, height: 10, data: new Uint8Array(10) }],
    ['no width', { width: 0, height: 10, data: new Uint8Array(0) }],
    ['half a pixel', { width: 1.5, height: 2, data: new Uint8Array(12) }],
    ['more pixels than memory', { width: 100_000, height: 100_000, data: new Uint8Array(4) }],
  ])('%s is not a picture', (_name, photo) => {
    expect(() => fromPhoto(photo)).toThrow(ImageError);
  });
});
