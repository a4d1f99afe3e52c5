import { ImageFileError } from '../error.ts';

const LONGEST = 16;

/** Codes of each length are consecutive numbers. */
export interface HuffmanTable {
  /** The last code of each length; −1 if there is none. */
  readonly last: Int32Array;
  /** Code of this length plus this offset is the index of its symbol. */
  readonly offset: Int32Array;
  readonly symbols: Uint8Array;
}

/** `counts`: number of codes of 1, 2, … 16 bits. */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const last = new Int32Array(LONGEST + 1).fill(-1);
  const offset = new Int32Array(LONGEST + 1);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= LONGEST; length++) {
    const count = counts[length - 1]!;
    if (code + count > 2 ** length)
      throw new ImageFileError('damaged', 'A Huffman table has more codes than there are.');
    offset[length] = place - code;
    if (count > 0) last[length] = code + count - 1;
    code = (code + count) * 2;
    place += count;
  }
  return { last, offset, symbols: symbols.slice() };
}
