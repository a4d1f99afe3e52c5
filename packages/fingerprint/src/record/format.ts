import type { MinutiaType } from '../types.ts';

/** "FMR" NUL. */
export const IDENTIFIER = [0x46, 0x4d, 0x52, 0x00] as const;
/** " 20" NUL, in the ISO edition of 2005 and the ANSI edition of 2004. */
export const VERSION = [0x20, 0x32, 0x30, 0x00] as const;

export const RECORD_HEADER_BYTES = 24;
/** Every view ends with a two-byte length, even without extended data. */
export const EXTENDED_LENGTH_BYTES = 2;

export const MAX_QUALITY = 100;
/** Coordinates have 14 bits although the image size has 16. */
export const MAX_COORDINATE = 0x3fff;
export const DIRECTION_STEPS = 256;

/** The index is the two type bits; 0b11 is reserved. */
export const MINUTIA_TYPES: readonly MinutiaType[] = ['other', 'ending', 'bifurcation'];

/** Keeps a record of sixteen views below the request limit. */
export const MAX_EXTENDED_BYTES = 16_384;
