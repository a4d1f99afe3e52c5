/** Each area states its length with its four-byte header, but some makers do not count the header. */
import { TemplateError } from './error.ts';
import { EXTENDED_LENGTH_BYTES, MAX_EXTENDED_BYTES } from './format.ts';
import { Reader } from './reader.ts';

const AREA_HEADER_BYTES = 4;
/** Bounds the work, because areas may be empty. */
const MAX_AREAS = 16;
/** Type ids from 0x0100 up are vendor-defined. ISO records name no vendor, so this area starts with a signature too. */
const OWN_AREA_TYPE = 0xa781;
/** "ATHL" */
const OWN_AREA_SIGNATURE = [0x41, 0x54, 0x48, 0x4c] as const;
const OWN_PREFIX_BYTES = AREA_HEADER_BYTES + OWN_AREA_SIGNATURE.length;

export const readExtended = (block: Uint8Array): Uint8Array | undefined => {
  const areas = areasOf(block, AREA_HEADER_BYTES);
  if (areas === undefined) {
    if (areasOf(block, 0) !== undefined) return undefined;
    throw new TemplateError('extended_data', `the extended data is not made of at most ${MAX_AREAS} whole areas`);
  }
  const ours = areas.filter(isOwn);
  if (ours.length > 1) throw new TemplateError('extended_data', "a view carries this engine's extended data twice");
  const own = ours[0];
  if (own === undefined) return undefined;
  // Not a copy: the ridge map is wiped together with its record.
  const data = own.data.subarray(OWN_AREA_SIGNATURE.length);
  requireBounded(data);
  return data;
};

export const extendedBlockBytes = (extended: Uint8Array | undefined): number => {
  if (!extended) return 0;
  requireBounded(extended);
  return OWN_PREFIX_BYTES + extended.length;
};

export const writeExtended = (record: DataView, offset: number, extended: Uint8Array | undefined): number => {
  const blockBytes = extendedBlockBytes(extended);
  record.setUint16(offset, blockBytes);
  const area = offset + EXTENDED_LENGTH_BYTES;
  if (!extended) return area;
  record.setUint16(area, OWN_AREA_TYPE);
  record.setUint16(area + 2, blockBytes);
  const target = new Uint8Array(record.buffer, record.byteOffset + area + AREA_HEADER_BYTES);
  target.set(OWN_AREA_SIGNATURE);
  target.set(extended, OWN_AREA_SIGNATURE.length);
  return area + blockBytes;
};

interface Area {
  readonly type: number;
  readonly data: Uint8Array;
}

/** Returns undefined unless the areas fill the block exactly. `countedHeader`: bytes of each stated length that are its header. */
const areasOf = (block: Uint8Array, countedHeader: number): Area[] | undefined => {
  const reader = new Reader(block);
  const areas: Area[] = [];
  while (reader.remaining > 0) {
    if (areas.length === MAX_AREAS || reader.remaining < AREA_HEADER_BYTES) return undefined;
    const type = reader.uint16();
    const dataBytes = reader.uint16() - countedHeader;
    if (dataBytes < 0 || dataBytes > reader.remaining) return undefined;
    areas.push({ type, data: reader.bytes(dataBytes) });
  }
  return areas;
};

const isOwn = ({ type, data }: Area): boolean =>
  type === OWN_AREA_TYPE && OWN_AREA_SIGNATURE.every((byte, i) => data[i] === byte);

const requireBounded = (extended: Uint8Array): void => {
  if (extended.length <= MAX_EXTENDED_BYTES) return;
  throw new TemplateError(
    'extended_data',
    `${extended.length} bytes of extended data, more than ${MAX_EXTENDED_BYTES}`,
  );
};
