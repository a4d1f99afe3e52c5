import type { Minutia, View } from '../types.ts';
import { TemplateError } from './error.ts';
import { extendedBlockBytes, writeExtended } from './extended.ts';
// biome-ignore format: one list
import { DIRECTION_STEPS, EXTENDED_LENGTH_BYTES, IDENTIFIER, MAX_COORDINATE, MAX_QUALITY, MINUTIA_TYPES, RECORD_HEADER_BYTES, VERSION } from './format.ts';
import { pixelsPerCmFrom } from './grid.ts';

const VIEW_HEADER_BYTES = 4;
const MINUTIA_BYTES = 6;
/** A view number has four bits, and all views are of one (unknown) finger. */
const MAX_VIEWS_WRITTEN = 16;
const MAX_MINUTIAE = 255;
const MAX_IMAGE_SIDE = 0xffff;
const UNKNOWN_FINGER = 0;
const LIVE_SCAN_PLAIN = 0;

/** A record has the image size of its largest view, and one resolution. */
export const encodeTemplate = (views: readonly View[]): Uint8Array => {
  if (views.length < 1 || views.length > MAX_VIEWS_WRITTEN) {
    throw new TemplateError('view_count', `${views.length} views, not 1 to ${MAX_VIEWS_WRITTEN}`);
  }
  const bytes = new Uint8Array(RECORD_HEADER_BYTES + views.reduce((sum, view) => sum + viewBytes(view), 0));
  const record = new DataView(bytes.buffer);
  let offset = writeHeader(record, views);
  for (const [number, view] of views.entries()) offset = writeView(record, offset, view, number);
  return bytes;
};

const viewBytes = (view: View): number => {
  if (view.minutiae.length > MAX_MINUTIAE) {
    throw new TemplateError('minutiae_count', `${view.minutiae.length} minutiae, more than ${MAX_MINUTIAE}`);
  }
  const extended = EXTENDED_LENGTH_BYTES + extendedBlockBytes(view.extended);
  return VIEW_HEADER_BYTES + view.minutiae.length * MINUTIA_BYTES + extended;
};

const writeHeader = (record: DataView, views: readonly View[]): number => {
  const pixelsPerCm = commonPixelsPerCm(views);
  for (const [i, byte] of [...IDENTIFIER, ...VERSION].entries()) record.setUint8(i, byte);
  record.setUint32(8, record.byteLength);
  record.setUint16(12, 0); // capture equipment: none reported
  record.setUint16(14, Math.max(...views.map((view) => imageSide(view.width))));
  record.setUint16(16, Math.max(...views.map((view) => imageSide(view.height))));
  record.setUint16(18, pixelsPerCm);
  record.setUint16(20, pixelsPerCm);
  record.setUint8(22, views.length);
  return RECORD_HEADER_BYTES;
};

const commonPixelsPerCm = (views: readonly View[]): number => {
  const [first, ...others] = new Set(views.map((view) => pixelsPerCmFrom(view.dpi)));
  if (others.length > 0) throw new TemplateError('resolution', 'the views of one record must share one resolution');
  return first!;
};

const imageSide = (side: number): number => {
  if (Number.isInteger(side) && side >= 1 && side <= MAX_IMAGE_SIDE) return side;
  throw new TemplateError('image_size', `an image side of ${side} pixels, not 1 to ${MAX_IMAGE_SIDE}`);
};

const writeView = (record: DataView, offset: number, view: View, number: number): number => {
  record.setUint8(offset, UNKNOWN_FINGER);
  record.setUint8(offset + 1, (number << 4) | LIVE_SCAN_PLAIN);
  record.setUint8(offset + 2, qualityByte(view.quality));
  record.setUint8(offset + 3, view.minutiae.length);
  let next = offset + VIEW_HEADER_BYTES;
  for (const minutia of view.minutiae) next = writeMinutia(record, next, minutia, view);
  return writeExtended(record, next, view.extended);
};

const writeMinutia = (record: DataView, offset: number, minutia: Minutia, view: View): number => {
  record.setUint16(offset, (typeBits(minutia) << 14) | coordinate(minutia.x, view.width));
  record.setUint16(offset + 2, coordinate(minutia.y, view.height));
  record.setUint8(offset + 4, directionByte(minutia.direction));
  record.setUint8(offset + 5, qualityByte(minutia.quality));
  return offset + MINUTIA_BYTES;
};

const typeBits = ({ type }: Minutia): number => {
  const bits = MINUTIA_TYPES.indexOf(type);
  if (bits < 0) throw new TemplateError('minutia_type', `a minutia of the unknown type ${type}`);
  return bits;
};

const coordinate = (value: number, side: number): number => {
  // A position in the last half pixel would round out of the image.
  const rounded = Math.min(Math.round(value), side - 1);
  if (value >= 0 && value < side && rounded <= MAX_COORDINATE) return rounded;
  throw new TemplateError('minutia_position', `a minutia coordinate of ${value} does not fit an image side of ${side}`);
};

const directionByte = (radians: number): number => {
  if (!Number.isFinite(radians)) throw new TemplateError('minutia_direction', `a minutia direction of ${radians}`);
  return Math.round((radians * DIRECTION_STEPS) / (2 * Math.PI)) & (DIRECTION_STEPS - 1);
};

const qualityByte = (quality: number): number => {
  if (quality >= 0 && quality <= MAX_QUALITY) return Math.round(quality);
  throw new TemplateError('quality', `quality ${quality} is not 0 to ${MAX_QUALITY}`);
};
