import { TemplateError } from './error.ts';
import { DIRECTION_STEPS, IDENTIFIER, RECORD_HEADER_BYTES, VERSION } from './format.ts';
import { dpiFrom, requireOneResolution, type Grid } from './grid.ts';
import type { Reader } from './reader.ts';

const LATER_VERSIONS: readonly (readonly [version: readonly number[], name: string])[] = [
  [[0x30, 0x33, 0x30, 0x00], 'ISO/IEC 19794-2:2011 or ANSI INCITS 378-2009'],
  [[0x30, 0x33, 0x35, 0x00], 'ANSI INCITS 378-2009 with its amendment'],
];

/** ISO/IEC 19794-2:2005 and ANSI INCITS 378-2004 have the same views. */
export interface Header {
  readonly statedBytes: number;
  readonly grid: Grid;
  readonly viewCount: number;
  readonly directionSteps: number;
}

interface Kind {
  readonly statedBytes: number;
  readonly directionSteps: number;
  /** Maker and capture equipment, between the length and the image size. */
  readonly makerBytes: number;
}

const ISO_MAKER_BYTES = 2;
const ANSI_MAKER_BYTES = 6;
const ANSI_DIRECTION_STEPS = 180;
const ANSI_HEADER_BYTES = 26;
/** A longer record has 0 here, and its length in the next four bytes. */
const ANSI_LONGEST_SHORT = 0xffff;

export const readHeader = (reader: Reader, totalBytes: number, maxViews: number): Header => {
  requireKnownFormat(reader, totalBytes);
  const { statedBytes, directionSteps, makerBytes } = readKind(reader, totalBytes);
  reader.bytes(makerBytes);
  const grid = readGrid(reader);
  const viewCount = reader.uint8();
  reader.uint8(); // reserved
  if (viewCount < 1 || viewCount > maxViews) {
    throw new TemplateError('view_count', `${viewCount} views, not 1 to ${maxViews}`);
  }
  return { statedBytes, grid, viewCount, directionSteps };
};

const requireKnownFormat = (reader: Reader, totalBytes: number): void => {
  if (totalBytes >= IDENTIFIER.length + VERSION.length) {
    const [identifier, version] = [reader.bytes(IDENTIFIER.length), reader.bytes(VERSION.length)];
    if (isEqual(identifier, IDENTIFIER)) {
      if (isEqual(version, VERSION)) return;
      const later = LATER_VERSIONS.find(([bytes]) => isEqual(version, bytes));
      if (later) throw new TemplateError('unread_version', `a record of ${later[1]}, which is not read`);
    }
  }
  throw new TemplateError('not_a_record', 'not an ISO/IEC 19794-2:2005 or ANSI INCITS 378-2004 finger minutiae record');
};

/** ISO and ANSI differ only in the length: four bytes in ISO; two in ANSI, or two zeros and four bytes. */
const readKind = (reader: Reader, totalBytes: number): Kind => {
  if (totalBytes < RECORD_HEADER_BYTES) throw new TemplateError('length', 'the record ends inside its header');
  const [first, second] = [reader.uint16(), reader.uint16()];
  const four = first * 0x10000 + second;
  if (four >= RECORD_HEADER_BYTES && four <= totalBytes)
    return { statedBytes: four, directionSteps: DIRECTION_STEPS, makerBytes: ISO_MAKER_BYTES };
  const ansi = { directionSteps: ANSI_DIRECTION_STEPS, makerBytes: ANSI_MAKER_BYTES };
  if (first >= ANSI_HEADER_BYTES && first <= totalBytes) {
    // The two bytes after a short length are the first two maker bytes.
    return { ...ansi, statedBytes: first, makerBytes: ANSI_MAKER_BYTES - 2 };
  }
  const six = second * 0x10000 + reader.uint16();
  if (first === 0 && six > ANSI_LONGEST_SHORT && six <= totalBytes) return { ...ansi, statedBytes: six };
  throw new TemplateError('length', `the record says ${four} bytes, but has ${totalBytes}`);
};

const readGrid = (reader: Reader): Grid => {
  const width = reader.uint16();
  const height = reader.uint16();
  if (width === 0 || height === 0) throw new TemplateError('image_size', `an image of ${width} × ${height} pixels`);
  const [xDpi, yDpi] = [dpiFrom(reader.uint16()), dpiFrom(reader.uint16())];
  requireOneResolution(xDpi, yDpi);
  return { width, height, xDpi, yDpi };
};

const isEqual = (bytes: Uint8Array, expected: readonly number[]): boolean =>
  expected.every((byte, i) => bytes[i] === byte);
