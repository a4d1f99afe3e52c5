import type { Reader } from '../../record/reader.ts';
import type { Image } from '../../types.ts';
import { readerOf } from '../bytes.ts';
import { ImageFileError } from '../error.ts';
import { checkedDpi, checkSize } from '../limits.ts';
import { inflate } from './inflate.ts';

export const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const USUAL_DPI = 500;
const INCHES_PER_METRE = 1 / 0.0254;

interface Header {
  readonly width: number;
  readonly height: number;
}

/** A PNG of 8-bit gray, not interlaced. Its resolution where it says one. */
export function decodePng(bytes: Uint8Array): Image {
  const reader = readerOf(bytes);
  reader.bytes(PNG_SIGNATURE.length);
  let header: Header | undefined;
  let dpi: number | undefined;
  const data: Uint8Array[] = [];
  for (let name = ''; name !== 'IEND'; ) {
    const length = reader.uint32();
    name = String.fromCharCode(...reader.bytes(4));
    const chunk = reader.bytes(length);
    // Its checksum: what is damaged shows in the image's own.
    reader.bytes(4);
    if (name === 'IHDR') header = readHeader(readerOf(chunk));
    else if (name === 'IDAT') data.push(chunk);
    else if (name === 'pHYs') dpi = resolution(readerOf(chunk));
  }
  if (!header) throw new ImageFileError('damaged', 'The PNG has no header.');
  const { width, height } = header;
  const rows = inflate(joined(data), (width + 1) * height);
  return { width, height, pixels: unfiltered(rows, width, height), dpi: dpi ?? USUAL_DPI };
}

function readHeader(reader: Reader): Header {
  const [width, height] = [reader.uint32(), reader.uint32()];
  checkSize(width, height);
  const [depth, colour, , , interlaced] = reader.bytes(5);
  if (depth !== 8 || colour !== 0 || interlaced !== 0)
    throw new ImageFileError('unread_content', 'Of PNG only 8-bit gray that is not interlaced is read.');
  return { width, height };
}

/** Undefined where it says only how its sides relate. */
function resolution(reader: Reader): number | undefined {
  const [x, y] = [reader.uint32(), reader.uint32()];
  return reader.uint8() === 1 ? Math.round(checkedDpi(x / INCHES_PER_METRE, y / INCHES_PER_METRE)) : undefined;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let next = 0;
  for (const part of parts) {
    whole.set(part, next);
    next += part.length;
  }
  return whole;
}

/** Each row says by which neighbours it was predicted. */
function unfiltered(rows: Uint8Array, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (width + 1)]!;
    if (filter > 4) throw new ImageFileError('damaged', 'A row of the PNG is predicted in no known way.');
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const left = x > 0 ? pixels[at - 1]! : 0;
      const above = y > 0 ? pixels[at - width]! : 0;
      const corner = x > 0 && y > 0 ? pixels[at - width - 1]! : 0;
      pixels[at] = rows[y * (width + 1) + 1 + x]! + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const estimate = left + above - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}
