import type { Image } from '@authly/fingerprint';

const HEADERS = 14 + 40;
const PALETTE = 256 * 4;

/** An 8-bit gray bitmap, rows from the bottom, as Windows programs write it. */
export function bmpOf({ width, height, pixels }: Image): Buffer {
  const stride = Math.ceil(width / 4) * 4;
  const bmp = Buffer.alloc(HEADERS + PALETTE + stride * height);
  bmp.write('BM');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(HEADERS + PALETTE, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(width, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(8, 28);
  for (let gray = 0; gray < 256; gray++) bmp.fill(gray, HEADERS + gray * 4, HEADERS + gray * 4 + 3);
  for (let y = 0; y < height; y++)
    bmp.set(pixels.subarray(y * width, (y + 1) * width), HEADERS + PALETTE + (height - 1 - y) * stride);
  return bmp;
}
