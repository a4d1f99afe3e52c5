import { LIMITS } from './limits.ts';

/** `,` `:` `[` or `{`, with the string that follows it: what is inside of a string is no structure. */
const PART = /[,:[{]\s*(?:"(?:[^"\\]+|\\.)*)?/gs;

/**
 * Does a JSON text have more structure than is let in? Looked at before it is parsed: parsing, checking and hashing cost by the number of
 * parts, and a megabyte of small ones would hold up everybody's calls.
 */
export function hasTooManyParts(json: string): boolean {
  let parts = 0;
  PART.lastIndex = 0;
  while (parts <= LIMITS.jsonStructure && PART.test(json)) parts++;
  return parts > LIMITS.jsonStructure;
}
