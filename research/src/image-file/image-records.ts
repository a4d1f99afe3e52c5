import { encode } from 'fast-png';
import type { Image } from '../../../packages/fingerprint/src/types.ts';

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

export const pngOf = ({ width, height, pixels }: Image): Uint8Array =>
  encode({ width, height, channels: 1, data: pixels });
