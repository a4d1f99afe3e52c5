import { describe, expect, it } from 'vitest';
import { imageOf } from './agent-reader.ts';

describe('the image of a reader', () => {
  const image = { width: 2, height: 3, dpi: 500, pixels: btoa('\0\x01\x02\x03\x04\xff') };

  it('is accepted only if sides, resolution and pixels fit', () => {
    expect(imageOf(image)).toEqual({ ...image, pixels: Uint8Array.of(0, 1, 2, 3, 4, 255) });
  });

  it.each([
    { height: 4 },
    { width: 0 },
    { width: 2.5 },
    { width: '2' },
    { width: 3_000_000 },
    { width: -2, height: -3 },
    { dpi: 0 },
    { dpi: 5000 },
    { dpi: undefined },
    { pixels: 'not base64!' },
    { pixels: undefined },
  ])('is refused with %j', (wrong) => {
    expect(() => imageOf({ ...image, ...wrong })).toThrow('failed');
  });
});
