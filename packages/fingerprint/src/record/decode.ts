import type { Minutia, View } from '../types.ts';
import { TemplateError } from './error.ts';
import { readExtended } from './extended.ts';
import {
  DIRECTION_STEPS,
  MAGIC,
  MAX_COORDINATE,
  MAX_FINGER_POSITION,
  MAX_QUALITY,
  MAX_VIEWS_READ,
  MINUTIA_TYPES,
  RECORD_HEADER_BYTES,
} from './format.ts';
import { Reader } from './reader.ts';
import { dpiFrom } from './resolution.ts';
import { type Grid, squareView } from './square.ts';

/**
 * Reads an ISO/IEC 19794-2:2005 finger minutiae record of any maker. Refuses what the standard rules out, and ignores what
 * it leaves to the maker: capture equipment, impression types, view numbers, reserved bits. More than `maxViews` are refused unread.
 */
export const decodeTemplate = (bytes: Uint8Array, maxViews: number = MAX_VIEWS_READ): View[] => {
  const reader = new Reader(bytes);
  const { grid, viewCount } = readHeader(reader, bytes.length, maxViews);
  const views = Array.from({ length: viewCount }, () => squareView(readView(reader, grid), grid));
  if (reader.remaining > 0) throw new TemplateError('length', `${reader.remaining} bytes follow the last view`);
  return views;
};

const readHeader = (reader: Reader, totalBytes: number, maxViews: number): { grid: Grid; viewCount: number } => {
  if (totalBytes < MAGIC.length || MAGIC.some((byte) => reader.uint8() !== byte)) {
    throw new TemplateError('not_a_record', 'not an ISO/IEC 19794-2:2005 finger minutiae record');
  }
  if (totalBytes < RECORD_HEADER_BYTES) throw new TemplateError('length', 'the record ends inside its header');
  const statedBytes = reader.uint32();
  if (statedBytes !== totalBytes) {
    throw new TemplateError('length', `the record says ${statedBytes} bytes, but has ${totalBytes}`);
  }
  reader.uint16(); // capture equipment: certification and device id
  const grid = readGrid(reader);
  const viewCount = reader.uint8();
  reader.uint8(); // reserved
  if (viewCount < 1 || viewCount > maxViews) {
    throw new TemplateError('view_count', `${viewCount} views, not 1 to ${maxViews}`);
  }
  return { grid, viewCount };
};

const readGrid = (reader: Reader): Grid => {
  const width = reader.uint16();
  const height = reader.uint16();
  if (width === 0 || height === 0) throw new TemplateError('image_size', `an image of ${width} × ${height} pixels`);
  return { width, height, xDpi: dpiFrom(reader.uint16()), yDpi: dpiFrom(reader.uint16()) };
};

const readView = (reader: Reader, grid: Grid): View => {
  const finger = reader.uint8();
  if (finger > MAX_FINGER_POSITION)
    throw new TemplateError('finger_position', `finger position ${finger} does not exist`);
  reader.uint8(); // view number and impression type
  const quality = readQuality(reader);
  const count = reader.uint8();
  const minutiae = Array.from({ length: count }, () => readMinutia(reader, grid));
  const extended = readExtended(reader.bytes(reader.uint16()));
  const view = { width: grid.width, height: grid.height, dpi: grid.xDpi, quality, minutiae };
  return extended ? { ...view, extended } : view;
};

const readMinutia = (reader: Reader, grid: Grid): Minutia => {
  const typeAndX = reader.uint16();
  const type = MINUTIA_TYPES[typeAndX >> 14];
  if (!type) throw new TemplateError('minutia_type', 'a minutia has the reserved type');
  const x = typeAndX & MAX_COORDINATE;
  const y = reader.uint16() & MAX_COORDINATE;
  if (x >= grid.width || y >= grid.height) {
    throw new TemplateError(
      'minutia_position',
      `a minutia at ${x}, ${y} lies outside ${grid.width} × ${grid.height} pixels`,
    );
  }
  const direction = (reader.uint8() * 2 * Math.PI) / DIRECTION_STEPS;
  return { x, y, direction, type, quality: readQuality(reader) };
};

const readQuality = (reader: Reader): number => {
  const quality = reader.uint8();
  if (quality > MAX_QUALITY) throw new TemplateError('quality', `quality ${quality} is above ${MAX_QUALITY}`);
  return quality;
};
