import { deflateSync } from 'node:zlib';
import { PNG_SIGNATURE } from '../src/image-file/png/index.ts';
import type { Image } from '../src/types.ts';

const uint16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value)];
const text = (letters: string): number[] => [...Buffer.from(letters, 'latin1')];

export interface RecordOptions {
  /** 0 raw, 2 WSQ, 5 PNG. */
  readonly compression?: number;
  readonly data?: Uint8Array;
  readonly depth?: number;
  /** 1 by inch, 2 by centimetre. */
  readonly units?: number;
  readonly resolution?: number;
}

/** An ISO/IEC 19794-4:2005 record with one view. */
export function record2005(image: Image, options: RecordOptions = {}): Uint8Array {
  const { compression = 0, data = image.pixels, depth = 8, units = 1, resolution = image.dpi } = options;
  const view = [
    ...uint32(data.length + 14),
    0,
    1,
    1,
    80,
    0,
    ...uint16(image.width),
    ...uint16(image.height),
    0,
    ...data,
  ];
  const scale = [units, ...Array.from({ length: 4 }, () => uint16(resolution)).flat(), depth, compression, 0, 0];
  const rest = [0, 0, 0, 31, 1, ...scale, ...view];
  return Uint8Array.from([...text('FIR\x00010\x00'), 0, 0, ...uint32(rest.length + 14), ...rest]);
}

/** An ISO/IEC 19794-4:2011 record with one view, with a block of quality and one certificate. */
export function record2011(image: Image, options: RecordOptions = {}): Uint8Array {
  const { compression = 0, data = image.pixels, depth = 8, units = 1, resolution = image.dpi } = options;
  const scale = [units, ...Array.from({ length: 4 }, () => uint16(resolution)).flat(), depth, compression];
  const shown = [0, ...uint16(image.width), ...uint16(image.height), ...uint32(data.length), ...data];
  const captured = [...Array.from({ length: 9 }, () => 0), 0, 0, 1, 0, 2, 1, 80, 0, 1, 0, 1, 1, 0, 1, 2, 1, 1];
  const view = [...captured, ...scale, ...shown];
  const rest = [...uint16(1), 1, 1, ...uint32(view.length + 4), ...view];
  return Uint8Array.from([...text('FIR\x00020\x00'), ...uint32(rest.length + 12), ...rest]);
}

/** A gray PNG whose rows are predicted in all five ways, in turn. */
export function pngOf({ width, height, pixels, dpi }: Image, level = 9): Uint8Array {
  const rows = new Uint8Array((width + 1) * height);
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : pixels[y * width + x]!);
  for (let y = 0; y < height; y++) {
    const filter = y % 5;
    rows[y * (width + 1)] = filter;
    for (let x = 0; x < width; x++) {
      const [left, above, corner] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)];
      const ways = [0, left, above, Math.floor((left + above) / 2), paeth(left, above, corner)];
      rows[y * (width + 1) + 1 + x] = at(x, y) - ways[filter]!;
    }
  }
  const perMetre = uint32(Math.round(dpi / 0.0254));
  return Uint8Array.from([
    ...PNG_SIGNATURE,
    ...chunk('IHDR', [...uint32(width), ...uint32(height), 8, 0, 0, 0, 0]),
    ...chunk('pHYs', [...perMetre, ...perMetre, 1]),
    ...chunk('IDAT', [...deflateSync(rows, { level })]),
    ...chunk('IEND', []),
  ]);
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const nearest = [left, above, corner].map((one) => Math.abs(estimate - one));
  return [left, above, corner][nearest.indexOf(Math.min(...nearest))]!;
}

const chunk = (name: string, bytes: readonly number[]): number[] => [
  ...uint32(bytes.length),
  ...text(name),
  ...bytes,
  0,
  0,
  0,
  0,
];
