/** Layout and limits of an ISO/IEC 19794-2:2005 finger minutiae record (the record format, not the card formats). */
import type { MinutiaType } from '../types.ts';

/** "FMR" NUL. */
export const IDENTIFIER = [0x46, 0x4d, 0x52, 0x00] as const;
/** " 20" NUL: of ISO's edition of 2005, and of ANSI's of 2004. */
export const VERSION = [0x20, 0x32, 0x30, 0x00] as const;
/** What other versions are called, to be refused by their names: "030" NUL and "035" NUL. */
export const LATER_VERSIONS: readonly (readonly [version: readonly number[], name: string])[] = [
  [[0x30, 0x33, 0x30, 0x00], 'ISO/IEC 19794-2:2011 or ANSI INCITS 378-2009'],
  [[0x30, 0x33, 0x35, 0x00], 'ANSI INCITS 378-2009 with its amendment'],
];

export const RECORD_HEADER_BYTES = 24;
export const VIEW_HEADER_BYTES = 4;
export const MINUTIA_BYTES = 6;
/** The two-byte length that closes every view, also when there is no extended data. */
export const EXTENDED_LENGTH_BYTES = 2;

/** A view number is four bits, and what this engine writes is all of one (unknown) finger. */
export const MAX_VIEWS_WRITTEN = 16;
/** Sixteen view numbers for each of the eleven finger positions: no valid record holds more. */
export const MAX_VIEWS_READ = 16 * 11;
export const MAX_FINGER_POSITION = 10;
export const MAX_MINUTIAE = 255;
export const MAX_QUALITY = 100;
export const MAX_IMAGE_SIDE = 0xffff;
/** Coordinates have 14 bits although the image size has 16. */
export const MAX_COORDINATE = 0x3fff;
/** One step of the direction byte is 360° / 256 = 1.40625°. */
export const DIRECTION_STEPS = 256;

export const UNKNOWN_FINGER = 0;
export const LIVE_SCAN_PLAIN = 0;

/** By the two type bits; 0b11 is reserved and therefore refused. */
export const MINUTIA_TYPES: readonly MinutiaType[] = ['other', 'ending', 'bifurcation'];

export const AREA_HEADER_BYTES = 4;
/** The standard knows two kinds of areas and leaves the rest to vendors; an area may be empty, so that bytes alone do not bound the work. */
export const MAX_AREAS = 16;
/** Type ids from 0x0100 up are vendor-defined. ISO records name no vendor, so ours opens with a signature as well. */
export const OWN_AREA_TYPE = 0xa781;
/** "ATHL" */
export const OWN_AREA_SIGNATURE = [0x41, 0x54, 0x48, 0x4c] as const;
/** Keeps a record of sixteen views well under what a request may carry; the format itself would end at 65,535. */
export const MAX_EXTENDED_BYTES = 16_384;
