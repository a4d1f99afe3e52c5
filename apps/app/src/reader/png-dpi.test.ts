import { encode } from 'fast-png';
import { expect, it } from 'vitest';
import { pngDpi } from './png-dpi.ts';

const plain = encode({ width: 3, height: 2, channels: 1, data: new Uint8Array(6) });
const PER_METRE = 1 / 0.0254;

it('a PNG says its resolution; without one it is 500 dpi', () => {
  expect(pngDpi(plain)).toBe(500);
  expect(pngDpi(withResolution(Math.round(512 * PER_METRE), 1))).toBe(512);
  expect(pngDpi(withResolution(2, 0))).toBe(500);
});

it('whatever the bytes are, there is an answer', () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(9), new Uint8Array(40).fill(255), plain.slice(0, 30)])
    expect(pngDpi(bytes)).toBe(500);
});

/** A chunk pHYs after the header. */
function withResolution(perUnit: number, unit: 0 | 1): Uint8Array {
  const chunk = new DataView(new ArrayBuffer(21));
  chunk.setUint32(0, 9);
  new Uint8Array(chunk.buffer).set(Buffer.from('pHYs'), 4);
  chunk.setUint32(8, perUnit);
  chunk.setUint32(12, perUnit);
  chunk.setUint8(16, unit);
  return Uint8Array.from([...plain.subarray(0, 33), ...new Uint8Array(chunk.buffer), ...plain.subarray(33)]);
}
