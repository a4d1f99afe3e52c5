import { call, newBytes, withKernels } from '../kernels/memory.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** One byte per pixel of the padded image: 1 on a ridge. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A pixel is a ridge if the enhanced wave is positive at most of the nine pixels around it. */
export function binarize({ width, height, data }: Plane, mask: Mask): Bitmap {
  const out = newBytes(width * height);
  call('binarize', data, newBytes(out.length), mask.data, out, mask.width, mask.height);
  return { width, height, data: out };
}

export function thin(ridges: Bitmap): Bitmap {
  const { width, height } = ridges;
  const lines = { width, height, data: newBytes(width * height) };
  // Scratch: four pictures of one bit per pixel, with an extra word and row on each side.
  withKernels(() =>
    call('thin', ridges.data, lines.data, newBytes(4 * (width / 8 + 24) * (height + 2)), width, height),
  );
  const pixels = linePixels(lines);
  for (let k = 0; k < pixels.length; k++)
    if (CORNER[neighborCode(lines.data, pixels[k]!, width)] === 1) lines.data[pixels[k]!] = 0;
  return lines;
}

/** The pixels of the lines, row by row. */
export function linePixels({ data }: Bitmap): Int32Array {
  const found = new Int32Array(data.length);
  let count = 0;
  for (let i = 0; i < data.length; i++) if (data[i] === 1) found[count++] = i;
  return found.subarray(0, count);
}

export function neighborCode(data: Uint8Array, i: number, width: number): number {
  return (
    data[i - width]! |
    (data[i - width + 1]! << 1) |
    (data[i + 1]! << 2) |
    (data[i + width + 1]! << 3) |
    (data[i + width]! << 4) |
    (data[i + width - 1]! << 5) |
    (data[i - 1]! << 6) |
    (data[i - width - 1]! << 7)
  );
}

/** A pixel at the corner of a diagonal step is not needed to connect the line, and would look like a junction. */
const CORNER = Uint8Array.from({ length: 256 }, (_, code) => {
  const isRidge = (bit: number): boolean => ((code >> (bit % 8)) & 1) === 1;
  const isCorner = (bit: number): boolean =>
    isRidge(bit) && isRidge(bit + 2) && !isRidge(bit + 4) && !isRidge(bit + 5) && !isRidge(bit + 6);
  return [0, 2, 4, 6].some(isCorner) ? 1 : 0;
});
