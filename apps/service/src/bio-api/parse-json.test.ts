import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const large = (json: string): string => json + ' '.repeat(20_000);

describe('parseJson', () => {
  it.each<[string, Uint8Array]>([
    ['text that is no JSON', bytes('ok')],
    ['nothing', bytes('')],
    ['UTF-16', Buffer.from('{"stored":true}', 'utf16le')],
    ['Latin-1', Buffer.from('{"enrollment_ref":"é"}', 'latin1')],
    ['two values', bytes('{}{}')],
    ['a string that does not end', bytes('{"a":"\\"}')],
    ['65 levels in a large body', bytes(large('['.repeat(65) + ']'.repeat(65)))],
    ['a megabyte of brackets', bytes('['.repeat(1_048_576))],
  ])('undefined for %s', (_what, body) => {
    expect(parseJson(body)).toBeUndefined();
  });

  it('brackets inside of text are no nesting', () => {
    const value = { a: '['.repeat(100), 'b"\\': '{{"[\\"'.repeat(30), c: '\\'.repeat(7) };
    expect(parseJson(bytes(large(JSON.stringify(value))))).toEqual(value);
  });

  it('64 levels, and many beside each other, are read', () => {
    expect(parseJson(bytes(large('['.repeat(64) + ']'.repeat(64))))).toBeDefined();
    expect(parseJson(bytes(large(`[${Array.from({ length: 1000 }, () => '{"a":[]}').join(',')}]`)))).toHaveLength(1000);
  });

  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), (text) => {
        for (const each of [text, large(text)]) expect(parseJson(bytes(each))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('no bytes make it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        expect(() => parseJson(body)).not.toThrow();
      }),
    );
  });
});
