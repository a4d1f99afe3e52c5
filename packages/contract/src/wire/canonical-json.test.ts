import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { LIMITS } from './limits.ts';

/** Through JSON.parse, as a body arrives, so that `__proto__` is a normal key. */
const parsed = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

/** The same document with reordered members. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([key, child]) => [key, shuffled(child)]));
}

describe('canonical JSON', () => {
  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(parsed, (document) => {
        expect(canonicalJson(shuffled(document))).toBe(canonicalJson(document));
      }),
    );
  });

  it('does not depend on layout', () => {
    fc.assert(
      fc.property(parsed, fc.integer({ min: 0, max: 8 }), (document, indent) => {
        expect(canonicalJson(JSON.parse(JSON.stringify(document, null, indent)))).toBe(canonicalJson(document));
      }),
    );
  });

  it('means the same document', () => {
    fc.assert(
      fc.property(parsed, (document) => {
        expect(JSON.parse(canonicalJson(document))).toEqual(document);
      }),
    );
  });

  it('differs for documents that differ', () => {
    fc.assert(
      fc.property(parsed, parsed, (a, b) => {
        expect(canonicalJson(a) === canonicalJson(b)).toBe(
          isDeepStrictEqual(shuffled(a), shuffled(b)) || isDeepStrictEqual(a, b),
        );
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"b":1,"a":[true,null]}', '{"a":[true,null],"b":1}'],
    ['{ "10": 1, "9": 2, "a": 3 }', '{"10":1,"9":2,"a":3}'],
    ['{"a":1.0}', '{"a":1}'],
    ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1}}'],
    ['"한\\u0022"', '"한\\""'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalJson(JSON.parse(text))).toBe(canonical);
  });

  it.each([
    ['{"a":"1"}', '{"a":1}'],
    ['{"a":null}', '{}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":"x,b"}', '{"a":"x","b":""}'],
    ['{"a":1e999}', '{"a":null}'],
    ['{"a":1e999}', '{"a":-1e999}'],
  ])('%s and %s are not the same body', (a, b) => {
    expect(canonicalJson(JSON.parse(a))).not.toBe(canonicalJson(JSON.parse(b)));
  });

  it('takes time in proportion to the text, at any nesting', () => {
    const text = `${'[0,'.repeat(1900)}"${'x'.repeat(1_000_000)}"${']'.repeat(1900)}`;
    const join = vi.spyOn(Array.prototype, 'join');
    const canonical = canonicalJson(JSON.parse(text));
    const copies = join.mock.calls.length;
    join.mockRestore();
    expect([canonical === text, copies]).toEqual([true, 1]);
  });

  it('works at the deepest accepted nesting', () => {
    const text = '['.repeat(LIMITS.jsonDepth) + ']'.repeat(LIMITS.jsonDepth);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });
});
