import { Reader } from '../../../packages/fingerprint/src/record/reader.ts';
import type { Image } from '../../../packages/fingerprint/src/types.ts';
import { startsWith } from './bytes.ts';
import { ImageFileError } from './error.ts';
import { checkedDpi, checkSize } from './limits.ts';
import { decodePng } from './png.ts';
import { decodeWsq, WSQ_START } from './wsq/index.ts';

/** `FIR` and a zero, the start of an ISO/IEC 19794-4 record. */
export const FIR: readonly number[] = [0x46, 0x49, 0x52, 0];

const INCHES_PER_CM = 2.54;
const SCALE_UNITS = { perInch: 1, perCm: 2 } as const;
const COMPRESSION = { none: 0, wsq: 2, png: 5 } as const;
/** Bytes of a view before its image. */
const VIEW_HEADER_2005 = 14;

interface ViewHeader {
  readonly dpi: number;
  readonly depth: number;
  readonly compression: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The first view of an ISO/IEC 19794-4 record, of the editions of 2005 and 2011. */
export function decodeFingerImageRecord(bytes: Uint8Array): Image {
  const reader = new Reader(bytes);
  reader.bytes(FIR.length);
  const version = String.fromCharCode(...reader.bytes(4));
  if (version === '010\0') return imageOf(view2005(reader, bytes.length));
  if (version === '020\0') return imageOf(view2011(reader, bytes.length));
  throw new ImageFileError('unread_version', 'A finger image record of an edition that is not read.');
}

function view2005(reader: Reader, length: number): ViewHeader {
  const recordLength = reader.uint16() * 2 ** 32 + reader.uint32();
  if (recordLength !== length) throw wrongLength();
  reader.bytes(4);
  if (reader.uint8() < 1) throw new ImageFileError('damaged', 'The record has no finger.');
  const dpi = resolution(reader);
  const [depth, compression] = [reader.uint8(), reader.uint8()];
  reader.bytes(2);
  const blockLength = reader.uint32();
  // Skips finger, views, view number, quality and impression type.
  reader.bytes(5);
  const [width, height] = [reader.uint16(), reader.uint16()];
  reader.bytes(1);
  if (blockLength < VIEW_HEADER_2005) throw wrongLength();
  return { dpi, depth, compression, width, height, data: reader.bytes(blockLength - VIEW_HEADER_2005) };
}

function view2011(reader: Reader, length: number): ViewHeader {
  if (reader.uint32() !== length) throw wrongLength();
  if (reader.uint16() < 1) throw new ImageFileError('damaged', 'The record has no view.');
  const hasCertificates = reader.uint8() === 1;
  reader.bytes(1);
  // Skips length, time, type, maker and model of the reader.
  reader.bytes(4 + 9 + 1 + 2 + 2);
  reader.bytes(reader.uint8() * 5);
  if (hasCertificates) reader.bytes(reader.uint8() * 3);
  reader.bytes(2);
  const dpi = resolution(reader);
  const [depth, compression] = [reader.uint8(), reader.uint8()];
  reader.bytes(1);
  const [width, height] = [reader.uint16(), reader.uint16()];
  return { dpi, depth, compression, width, height, data: reader.bytes(reader.uint32()) };
}

/** The resolution of the image, which follows that of the scan. */
function resolution(reader: Reader): number {
  const units = reader.uint8();
  if (units !== SCALE_UNITS.perInch && units !== SCALE_UNITS.perCm)
    throw new ImageFileError('resolution', 'The record measures neither by inch nor by centimetre.');
  reader.bytes(4);
  const perInch = units === SCALE_UNITS.perCm ? INCHES_PER_CM : 1;
  return checkedDpi(reader.uint16() * perInch, reader.uint16() * perInch);
}

function imageOf({ dpi, depth, compression, width, height, data }: ViewHeader): Image {
  if (depth !== 8) throw new ImageFileError('unread_content', `${depth} bits a pixel; 8 are read.`);
  checkSize(width, height);
  const { pixels, ...size } = pixelsOf(compression, data, width, height);
  if (size.width !== width || size.height !== height)
    throw new ImageFileError('damaged', 'The record and the image inside it differ in size.');
  return { width, height, pixels, dpi };
}

function pixelsOf(compression: number, data: Uint8Array, width: number, height: number): Omit<Image, 'dpi'> {
  if (compression === COMPRESSION.none) {
    if (data.length !== width * height) throw wrongLength();
    return { width, height, pixels: data.slice() };
  }
  if (compression === COMPRESSION.wsq && startsWith(data, WSQ_START)) return decodeWsq(data);
  if (compression === COMPRESSION.png) return decodePng(data);
  throw new ImageFileError('unread_content', `Compression ${compression}; raw, WSQ and PNG are read.`);
}

const wrongLength = (): ImageFileError => new ImageFileError('length', 'The record says another length than it has.');
