import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';
import { countChars, isStorableJson, isStorableText } from './wire-text.ts';

/** Any UTF-16, including lone surrogates. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units));

const nested = (depth: number): unknown => {
  let value: unknown = 'leaf';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('chars', () => {
  it('are Unicode code points', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(countChars(text)).toBe(Array.from(text).length);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['', 0],
    ['abc', 3],
    ['한글', 2],
    ['👍', 1],
    ['👩‍👩‍👧', 5],
    ['\ud83d', 1],
    ['\udc4d\ud83d', 2],
    ['\ud83d\ud83d\udc4d', 2],
  ])('%j counts %i', (text, chars) => {
    expect(countChars(text)).toBe(chars);
  });
});

describe('storable text', () => {
  it('is any text without U+0000 and lone surrogates', () => {
    const alone = (text: string): boolean =>
      Array.from(text).some((char) => char.length === 1 && char >= '\ud800' && char <= '\udfff');
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isStorableText(text)).toBe(!text.includes('\0') && !alone(text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('storable JSON', () => {
  it('is every document whose keys and values are storable text', () => {
    const wellFormed = anyText.map((text) => text.toWellFormed().replaceAll('\0', ''));
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme-ascii' }), wellFormed, (document, text) => {
        expect(isStorableJson([document, { [`k${text}`]: text }])).toBe(true);
      }),
    );
  });

  it.each(['\0', 'a\0b', '\ud800', '\udfff x'])('is none with %j in a key or a value, at any depth', (bad) => {
    for (const depth of [0, 1, 7, 900]) {
      let asValue: unknown = bad;
      let asKey: unknown = { [bad]: 1 };
      for (let i = 0; i < depth; i++) [asValue, asKey] = [{ a: [1, asValue] }, [{ b: asKey }]];
      expect(isStorableJson(asValue)).toBe(false);
      expect(isStorableJson(asKey)).toBe(false);
    }
  });

  it('may be nested up to the limit', () => {
    expect(isStorableJson(nested(LIMITS.jsonDepth))).toBe(true);
    expect(isStorableJson(nested(LIMITS.jsonDepth + 1))).toBe(false);
  });

  it('a body of brackets only causes no stack overflow', () => {
    const half = LIMITS.jsonBodyBytes / 2;
    expect(isStorableJson(JSON.parse('['.repeat(half) + ']'.repeat(half)))).toBe(false);
    expect(isStorableJson(nested(1_000_000))).toBe(false);
  });
});
