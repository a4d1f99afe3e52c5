/**
 * The extended data block of a view: typed areas (ridge counts, cores and deltas, vendor data), each of which says its own
 * length including its four-byte header. Areas of other makers are measured and skipped; ours is kept.
 */
import { TemplateError } from './error.ts';
import {
  AREA_HEADER_BYTES,
  EXTENDED_LENGTH_BYTES,
  MAX_AREAS,
  MAX_EXTENDED_BYTES,
  OWN_AREA_SIGNATURE,
  OWN_AREA_TYPE,
} from './format.ts';
import { Reader } from './reader.ts';

const OWN_PREFIX_BYTES = AREA_HEADER_BYTES + OWN_AREA_SIGNATURE.length;

export const readExtended = (block: Uint8Array): Uint8Array | undefined => {
  const reader = new Reader(block);
  let own: Uint8Array | undefined;
  for (let areas = 0; reader.remaining > 0; areas++) {
    if (areas === MAX_AREAS) throw new TemplateError('extended_data', `more than ${MAX_AREAS} extended data areas`);
    const area = readArea(reader);
    if (!isOwn(area)) continue;
    if (own) throw new TemplateError('extended_data', "a view carries this engine's extended data twice");
    own = area.data.slice(OWN_AREA_SIGNATURE.length);
    requireBounded(own);
  }
  return own;
};

export const extendedBlockBytes = (extended: Uint8Array | undefined): number => {
  if (!extended) return 0;
  requireBounded(extended);
  return OWN_PREFIX_BYTES + extended.length;
};

/** Writes the block with its leading length at `offset`; returns where it ends. */
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

const readArea = (reader: Reader): Area => {
  if (reader.remaining < AREA_HEADER_BYTES)
    throw new TemplateError('extended_data', 'an extended data area has no complete header');
  const type = reader.uint16();
  const dataBytes = reader.uint16() - AREA_HEADER_BYTES;
  if (dataBytes < 0 || dataBytes > reader.remaining) {
    throw new TemplateError('extended_data', 'the length of an extended data area does not fit its block');
  }
  return { type, data: reader.bytes(dataBytes) };
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
