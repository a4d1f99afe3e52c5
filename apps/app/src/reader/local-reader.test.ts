import { describe, expect, it } from 'vitest';
import { bytesOf, imageOf } from './local-reader.ts';

describe('what a program on this machine says is an image', () => {
  const pixels = new Uint8Array(6);

  it('is one where its sides, its resolution and its pixels fit', () => {
    expect(imageOf(2, 3, 500, pixels)).toEqual({ width: 2, height: 3, dpi: 500, pixels });
  });

  it.each([
    [2, 4, 500],
    [0, 3, 500],
    [2.5, 3, 500],
    [2, 3, 0],
    [2, 3, 5000],
    ['2', 3, 500],
    [2, 3, undefined],
    [3_000_000, 2, 500],
    [-2, -3, 500],
  ])('is none with %j × %j pixels at %j dpi', (width, height, dpi) => {
    expect(() => imageOf(width, height, dpi, pixels)).toThrow('failed');
  });

  it('has its bytes in base64, and anything else is a fault of the reader', () => {
    expect([...bytesOf('AQID')]).toEqual([1, 2, 3]);
    for (const said of ['?', undefined, {}, 'A']) expect(() => bytesOf(said)).toThrow('failed');
  });
});
