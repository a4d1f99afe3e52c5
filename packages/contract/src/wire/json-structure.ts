import { LIMITS } from './limits.ts';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `,` `:` `[` or `{`, and the string after it, which contains no structure. */
const PART = /[,:[{]\s*(?:"(?:[^"\\]+|\\.)*)?/gs;

/** Checked before parsing, because parsing, validation and hashing cost by the number of parts. */
export function hasTooManyParts(json: string): boolean {
  let parts = 0;
  PART.lastIndex = 0;
  while (parts <= LIMITS.jsonStructure && PART.test(json)) parts++;
  return parts > LIMITS.jsonStructure;
}
