import type { Minutia, View } from '../types.ts';
import { TemplateError } from './error.ts';
import { readExtended } from './extended.ts';
import { MAX_COORDINATE, MAX_QUALITY, MINUTIA_TYPES } from './format.ts';
import { squareView } from './grid.ts';
import { type Header, readHeader } from './header.ts';
import { Reader } from './reader.ts';

/** Sixteen view numbers for each of the eleven finger positions. */
const MAX_VIEWS_READ = 16 * 11;
const MAX_FINGER_POSITION = 10;

/** Ignores fields that the standard leaves to the maker. Some makers fill the end of the record with zeros. */
export const decodeTemplate = (bytes: Uint8Array, maxViews: number = MAX_VIEWS_READ): View[] => {
  const reader = new Reader(bytes);
  const header = readHeader(reader, bytes.length, maxViews);
  reader.endAt(header.statedBytes);
  const views: View[] = [];
  for (let k = 0; k < header.viewCount; k++) views.push(squareView(readView(reader, header), header.grid));
  const after = bytes.subarray(header.statedBytes - reader.remaining);
  if (after.some((byte) => byte !== 0)) throw new TemplateError('length', `${after.length} bytes follow the last view`);
  return views;
};

const readView = (reader: Reader, header: Header): View => {
  const finger = reader.uint8();
  if (finger > MAX_FINGER_POSITION)
    throw new TemplateError('finger_position', `finger position ${finger} does not exist`);
  reader.uint8(); // view number and impression type
  const quality = readQuality(reader);
  const count = reader.uint8();
  const minutiae: Minutia[] = [];
  for (let k = 0; k < count; k++) minutiae.push(readMinutia(reader, header));
  const extended = readExtended(reader.bytes(reader.uint16()));
  const { width, height, xDpi } = header.grid;
  return extended
    ? { width, height, dpi: xDpi, quality, minutiae, extended }
    : { width, height, dpi: xDpi, quality, minutiae };
};

const readMinutia = (reader: Reader, { grid, directionSteps }: Header): Minutia => {
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
  const steps = reader.uint8();
  if (steps >= directionSteps)
    throw new TemplateError('minutia_direction', `a minutia direction of ${steps} steps of ${directionSteps}`);
  return { x, y, direction: (steps * 2 * Math.PI) / directionSteps, type, quality: readQuality(reader) };
};

const readQuality = (reader: Reader): number => {
  const quality = reader.uint8();
  if (quality > MAX_QUALITY) throw new TemplateError('quality', `quality ${quality} is above ${MAX_QUALITY}`);
  return quality;
};
