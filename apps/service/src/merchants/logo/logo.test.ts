import { crc32 } from 'node:zlib';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { isLogoId, logoOf } from './logo.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const png = (width = 2, height = 2, text = {}): Uint8Array =>
  encode({ width, height, data: new Uint8Array(width * height * 3), channels: 3, depth: 8, text });

/** The header is the first chunk: its width is at byte 16, its checksum at byte 29. */
function pngWithoutWidth(): Uint8Array {
  const file = Buffer.from(png());
  file.writeUInt32BE(0, 16);
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}

describe('a PNG logo', () => {
  it('keeps its picture and nothing that is not seen', () => {
    const logo = logoOf(png(2, 2, { Comment: 'secret' }));
    expect(Buffer.from(logo.bytes).includes('secret')).toBe(false);
    expect(logo.bytes).toEqual(logoOf(png()).bytes);
    expect(logo.id).toBe(logoOf(png()).id);
    expect(isLogoId(logo.id)).toBe(true);
  });

  it('drops bytes after the picture', () => {
    const bytes = Buffer.concat([png(), utf8('<script>')]);
    expect(logoOf(bytes).bytes).toEqual(logoOf(png()).bytes);
  });

  it.each([
    ['too wide', png(1025, 1), /1024 by 1024/],
    ['without a pixel', pngWithoutWidth(), /1024 by 1024/],
    ['cut off', png().subarray(0, -4), /not whole/],
    ['changed', png().with(20, 9), /not whole/],
  ])('%s: refused', (_, bytes, sentence) => {
    expect(() => logoOf(bytes)).toThrow(sentence);
  });
});

it('a larger file, or one that is no PNG, is rejected', () => {
  expect(() => logoOf(new Uint8Array(32 * 1024 + 1))).toThrow('at most 32768 bytes');
  const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
  for (const other of [webp, Uint8Array.of(0xff, 0xd8, 0xff), utf8('<svg viewBox="0 0 1 1"/>'), utf8('')])
    expect(() => logoOf(other)).toThrow('a logo is a PNG picture');
});

it.each([`${'a'.repeat(64)}.svg`, `${'a'.repeat(64)}.webp`, '../x.png', `${'A'.repeat(64)}.png`])(
  '%s is no id of a logo',
  (id) => expect(isLogoId(id)).toBe(false),
);
