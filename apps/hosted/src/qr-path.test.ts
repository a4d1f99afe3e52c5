import { decodeQR } from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

const SCALE = 4;

/** The path's rectangles as pixels. */
function paint({ size, path }: ReturnType<typeof qrPath>): Uint8ClampedArray {
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(width)) * SCALE; column++)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
  }
  return pixels;
}

it('the path reads back as the link, quiet zone included', () => {
  const link = `https://localhost:8443/app/#link=ses_${'0'.repeat(36)}.qr.mk5x1abc.${'Ab-_'.repeat(11)}`;
  const code = qrPath(link);
  const side = code.size * SCALE;
  expect(decodeQR({ data: paint(code), width: side, height: side })).toBe(link);
  expect(code.path).not.toMatch(/M[0-3] /);
});
