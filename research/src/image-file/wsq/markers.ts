import type { Reader } from '../../../../packages/fingerprint/src/record/reader.ts';
import { ImageFileError } from '../error.ts';

/** Two bytes that begin each part of the file. */
export const MARKER = {
  end: 0xffa1,
  frame: 0xffa2,
  block: 0xffa3,
  transform: 0xffa4,
  quantisation: 0xffa5,
  huffman: 0xffa6,
  restart: 0xffa7,
  comment: 0xffa8,
} as const;

const KNOWN: ReadonlySet<number> = new Set(Object.values(MARKER));

export function readMarker(reader: Reader): number {
  const marker = reader.uint16();
  if (!KNOWN.has(marker)) throw new ImageFileError('damaged', 'A part of the WSQ file begins with no known marker.');
  return marker;
}
