import { ImageFileError } from '../error.ts';
import type { HuffmanTable } from './huffman.ts';

const LONGEST = 16;

/** The bits of one block, up to its end marker. Encoders put a zero byte after 0xff, so that no content looks like a marker. */
export class Bits {
  readonly #bytes: Uint8Array;
  #next: number;
  #byte = 0;
  #left = 0;
  #isAtEnd = false;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#next = start;
  }

  /** Offset of the marker that ended the block. */
  get end(): number {
    return this.#next;
  }

  /** Undefined at the end of the block. The rest of its last byte is padding. */
  symbol({ last, offset, symbols }: HuffmanTable): number | undefined {
    let code = 0;
    for (let length = 1; length <= LONGEST; length++) {
      const bit = this.#bit();
      if (bit === undefined) return undefined;
      code = code * 2 + bit;
      if (code <= last[length]!) return symbols[code + offset[length]!];
    }
    throw new ImageFileError('damaged', 'The file has a code that its Huffman table does not.');
  }

  number(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.#bit();
      if (bit === undefined) throw new ImageFileError('damaged', 'A block ends within a number.');
      value = value * 2 + bit;
    }
    return value;
  }

  #bit(): number | undefined {
    if (this.#left === 0 && !this.#load()) return undefined;
    this.#left--;
    return (this.#byte >> this.#left) & 1;
  }

  #load(): boolean {
    if (this.#isAtEnd) return false;
    const byte = this.#bytes[this.#next];
    const following = this.#bytes[this.#next + 1];
    if (byte === undefined || (byte === 0xff && following === undefined))
      throw new ImageFileError('length', 'The file ends within a block.');
    this.#isAtEnd = byte === 0xff && following !== 0;
    if (this.#isAtEnd) return false;
    this.#next += byte === 0xff ? 2 : 1;
    this.#byte = byte;
    this.#left = 8;
    return true;
  }
}
