import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from './replies.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const list = (parts: number): string => `[${Array.from({ length: parts }, () => '1').join(',')}]`;

describe('parseReply', () => {
  it.each<[string, Uint8Array]>([
    ['text that is no JSON', bytes('ok')],
    ['nothing', bytes('')],
    ['UTF-16', Buffer.from('{"stored":true}', 'utf16le')],
    ['Latin-1', Buffer.from('{"enrollment_ref":"é"}', 'latin1')],
    ['two values', bytes('{}{}')],
    ['a string that does not end', bytes('{"a":"\\"}')],
    ['a list with one part too many', bytes(list(4001))],
    ['a megabyte of brackets', bytes('['.repeat(1_048_576))],
  ])('undefined for %s', (_what, body) => {
    expect(parseReply(body)).toBeUndefined();
  });

  it('a list with the maximum number of parts is parsed', () => {
    expect(parseReply(bytes(list(4000)))).toHaveLength(4000);
  });

  it('returns the result of JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), (text) => {
        expect(parseReply(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        expect(() => parseReply(body)).not.toThrow();
      }),
    );
  });
});
