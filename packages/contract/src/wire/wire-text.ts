import { LIMITS } from './limits.ts';

/** Unicode code points. */
export function countChars(text: string): number {
  let chars = 0;
  for (const _ of text) chars++;
  return chars;
}

/** No U+0000 and no lone surrogate: not every store accepts them. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Not recursive, so that a deeply nested body causes no stack overflow. */
export function isStorableJson(document: unknown): boolean {
  // The document itself may be a text.
  let level: object[] = [[document]];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > LIMITS.jsonDepth) return false;
    const next: object[] = [];
    if (!level.every((value) => hasStorableParts(value, next))) return false;
    level = next;
  }
  return true;
}

function hasStorableParts(value: object, next: object[]): boolean {
  const take = (part: unknown): boolean => {
    if (typeof part === 'string') return isStorableText(part);
    if (typeof part === 'object' && part !== null) next.push(part);
    return true;
  };
  if (Array.isArray(value)) return value.every(take);
  return Object.keys(value).every((key) => isStorableText(key) && take((value as Record<string, unknown>)[key]));
}
