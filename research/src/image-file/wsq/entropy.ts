import type { Reader } from '../../../../packages/fingerprint/src/record/reader.ts';
import { ImageFileError } from '../error.ts';
import { Bits } from './bits.ts';
import type { Tables } from './tables.ts';

/** Symbols 1 to 100 are runs of zeros. From 107 on a symbol is one coefficient, with 180 for zero. */
const SYMBOL = {
  longestRun: 100,
  positive8: 101,
  negative8: 102,
  positive16: 103,
  negative16: 104,
  zeros8: 105,
  zeros16: 106,
  zero: 180,
} as const;

/** Reads one block of coefficients, in the order of their subbands. Returns the position of the next block. */
export function readBlock(bytes: Uint8Array, reader: Reader, tables: Tables, into: Int32Array, start: number): number {
  if (reader.uint16() !== 3) throw new ImageFileError('damaged', 'A block’s header has another length than 3.');
  const table = tables.huffman.get(reader.uint8());
  if (!table) throw new ImageFileError('damaged', 'A block is coded by a table that the file does not have.');
  const bits = new Bits(bytes, reader.offset);
  let place = start;
  for (let symbol = bits.symbol(table); symbol !== undefined; symbol = bits.symbol(table)) {
    const zeros = zerosOf(symbol, bits);
    if (place + (zeros ?? 1) > into.length)
      throw new ImageFileError('damaged', 'The file has more coefficients than pixels.');
    if (zeros === undefined) into[place++] = coefficientOf(symbol, bits);
    else place += zeros;
  }
  reader.bytes(bits.end - reader.offset);
  return place;
}

function zerosOf(symbol: number, bits: Bits): number | undefined {
  if (symbol >= 1 && symbol <= SYMBOL.longestRun) return symbol;
  if (symbol === SYMBOL.zeros8) return bits.number(8);
  return symbol === SYMBOL.zeros16 ? bits.number(16) : undefined;
}

function coefficientOf(symbol: number, bits: Bits): number {
  if (symbol > SYMBOL.zeros16 && symbol < 255) return symbol - SYMBOL.zero;
  if (symbol === SYMBOL.positive8) return bits.number(8);
  if (symbol === SYMBOL.negative8) return -bits.number(8);
  if (symbol === SYMBOL.positive16) return bits.number(16);
  if (symbol === SYMBOL.negative16) return -bits.number(16);
  throw new ImageFileError('damaged', `The symbol ${symbol} stands for nothing.`);
}
