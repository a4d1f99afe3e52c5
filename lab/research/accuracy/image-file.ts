import { decode } from 'fast-png';
import { readFileSync } from 'node:fs';
import type { Image } from '../../../packages/fingerprint/src/types.ts';

/** A PNG (gray or color) or a binary PGM as 8-bit gray. */
export function readImage(file: string, dpi: number): Image {
  const bytes = readFileSync(file);
  return bytes[0] === 0x89 ? readPng(bytes, dpi) : readPgm(bytes, dpi);
}

function readPng(bytes: Uint8Array, dpi: number): Image {
  const png = decode(bytes);
  const colors = png.channels >= 3 ? 3 : 1;
  const shift = png.depth === 16 ? 8 : 0;
  const palette = png.palette;
  const pixels = new Uint8Array(png.width * png.height);
  for (let i = 0; i < pixels.length; i++) {
    const start = i * png.channels;
    const shown = palette ? palette[png.data[start]!]! : undefined;
    let sum = 0;
    for (let c = 0; c < colors; c++) sum += png.data[start + c]! >> shift;
    pixels[i] = shown ? (shown[0]! + shown[1]! + shown[2]!) / 3 : sum / colors;
  }
  return { width: png.width, height: png.height, pixels, dpi };
}

function readPgm(bytes: Uint8Array, dpi: number): Image {
  const header = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  const parts = /^P5(?:\s+#.*\n)*\s+(\d+)(?:\s+#.*\n)*\s+(\d+)(?:\s+#.*\n)*\s+(\d+)\s/.exec(header);
  if (parts === null || Number(parts[3]) > 255) throw new Error('Only PNG and binary PGM with 8 bits are read.');
  const [width, height] = [Number(parts[1]), Number(parts[2])];
  return {
    width,
    height,
    pixels: new Uint8Array(bytes.subarray(parts[0].length, parts[0].length + width * height)),
    dpi,
  };
}
