import { Reader } from '../../../../packages/fingerprint/src/record/reader.ts';
import { ImageFileError } from '../error.ts';
import { huffmanTable, type HuffmanTable } from './huffman.ts';
import { MARKER } from './markers.ts';
import { SUBBANDS } from './subbands.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Gray = value × scale + shift. */
  readonly shift: number;
  readonly scale: number;
}

export interface Filters {
  /** `low[0]` is the middle tap, `low[k]` the taps on both sides of it. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export interface Tables {
  filters: Filters | undefined;
  binCentre: number;
  /** Bin width of each subband, and of its bin around zero. 0: the subband was dropped. */
  readonly bins: Float64Array;
  readonly zeroBins: Float64Array;
  hasBins: boolean;
  readonly huffman: Map<number, HuffmanTable>;
  dpi: number | undefined;
}

/** The standard has 64 rows, of which 60 are used. */
const QUANTISATION_ROWS = 64;
const MAX_FILTER = 31;
const MAX_HUFFMAN_TABLES = 8;

export const newTables = (): Tables => ({
  filters: undefined,
  binCentre: 0,
  bins: new Float64Array(SUBBANDS),
  zeroBins: new Float64Array(SUBBANDS),
  hasBins: false,
  huffman: new Map(),
  dpi: undefined,
});

export function readFrame(outer: Reader): Frame {
  const reader = part(outer);
  // Skips the black and white levels.
  reader.bytes(2);
  const [height, width] = [reader.uint16(), reader.uint16()];
  const shift = scaled(reader, () => reader.uint16());
  const scale = scaled(reader, () => reader.uint16());
  return { width, height, shift, scale };
}

export function readTable(marker: number, outer: Reader, tables: Tables): void {
  const reader = part(outer);
  if (marker === MARKER.transform) tables.filters = readFilters(reader);
  else if (marker === MARKER.quantisation) readBins(reader, tables);
  else if (marker === MARKER.huffman) readHuffman(reader, tables);
  else if (marker === MARKER.comment) tables.dpi ??= dpiIn(reader.bytes(reader.remaining));
}

/** The content of a part, after its length. */
function part(outer: Reader): Reader {
  const length = outer.uint16();
  if (length < 2) throw new ImageFileError('length', 'A part of the WSQ file has no length.');
  return new Reader(outer.bytes(length - 2));
}

/** A whole number divided by a power of ten. */
function scaled(reader: Reader, digits: () => number): number {
  const exponent = reader.uint8();
  return digits() / 10 ** exponent;
}

/** The file has the analysis filters. The synthesis filters are the same with every second sign changed. */
function readFilters(reader: Reader): Filters {
  const [lowTaps, highTaps] = [reader.uint8(), reader.uint8()];
  const isRead = (taps: number): boolean => taps % 2 === 1 && taps <= MAX_FILTER;
  if (!isRead(lowTaps) || !isRead(highTaps))
    throw new ImageFileError('unread_content', 'WSQ with filters of an even length, which no certified encoder uses.');
  const high = half(reader, lowTaps);
  return { high, low: half(reader, highTaps) };
}

function half(reader: Reader, taps: number): Float64Array {
  const values = new Float64Array((taps + 1) / 2);
  for (let i = 0; i < values.length; i++) {
    const isNegative = reader.uint8() !== 0;
    const value = scaled(reader, () => reader.uint32());
    values[i] = isNegative !== (i % 2 === 1) ? -value : value;
  }
  return values;
}

function readBins(reader: Reader, tables: Tables): void {
  tables.binCentre = scaled(reader, () => reader.uint16());
  for (let subband = 0; subband < QUANTISATION_ROWS; subband++) {
    const bin = scaled(reader, () => reader.uint16());
    const zeroBin = scaled(reader, () => reader.uint16());
    if (subband >= SUBBANDS) continue;
    tables.bins[subband] = bin;
    tables.zeroBins[subband] = zeroBin;
  }
  tables.hasBins = true;
}

/** One table or several, one after the other. */
function readHuffman(reader: Reader, tables: Tables): void {
  while (reader.remaining > 0) {
    const id = reader.uint8();
    if (tables.huffman.size >= MAX_HUFFMAN_TABLES && !tables.huffman.has(id))
      throw new ImageFileError('damaged', 'The file has too many Huffman tables.');
    const counts = reader.bytes(16);
    const total = counts.reduce((sum, count) => sum + count, 0);
    tables.huffman.set(id, huffmanTable(counts, reader.bytes(total)));
  }
}

/** NIST's comments are lines of a name and a value. */
function dpiIn(comment: Uint8Array): number | undefined {
  const text = String.fromCharCode(...comment.subarray(0, 4096));
  const found = /^PPI (\d{2,4})$/m.exec(text)?.[1];
  const dpi = Number(found);
  return found !== undefined && dpi >= 72 && dpi <= 4000 ? dpi : undefined;
}
