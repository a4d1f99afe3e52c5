import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { LOGO_MAX_BYTES, logoOf, logoTypeOf } from './logo.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const png = (width = 2, height = 2, text = {}): Uint8Array =>
  encode({ width, height, data: new Uint8Array(width * height * 3), channels: 3, depth: 8, text });

describe('a PNG logo', () => {
  it('keeps its picture and nothing that is not seen', () => {
    const logo = logoOf(png(2, 2, { Comment: 'secret' }));
    expect(Buffer.from(logo.bytes).includes('secret')).toBe(false);
    expect(logo.bytes).toEqual(logoOf(png()).bytes);
    expect(logo.id).toBe(logoOf(png()).id);
    expect(logoTypeOf(logo.id)).toBe('image/png');
  });

  it('drops bytes after the picture', () => {
    const bytes = Buffer.concat([png(), utf8('<script>')]);
    expect(logoOf(bytes).bytes).toEqual(logoOf(png()).bytes);
  });

  it.each([
    ['too wide', png(1025, 1), /1024 by 1024/],
    ['cut off', png().subarray(0, -4), /not whole/],
    ['changed', png().with(20, 9), /not whole/],
  ])('%s: refused', (_, bytes, sentence) => {
    expect(() => logoOf(bytes)).toThrow(sentence);
  });
});

/** One pixel each. */
const WEBP = {
  lossy: 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  lossless: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
  'with transparency':
    'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
};
const ANIMATED =
  'UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA';
const webp = (name: keyof typeof WEBP): Buffer => Buffer.from(WEBP[name], 'base64');

/** Adds a chunk and corrects the length in the header. */
function withChunk(file: Buffer, name: string, data: string): Buffer {
  const all = Buffer.concat([file, Buffer.from(`${name}\0\0\0\0${data}`, 'latin1')]);
  all.writeUInt32LE(data.length, file.length + 4);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}

describe('a WebP logo', () => {
  it.each(Object.keys(WEBP) as (keyof typeof WEBP)[])('%s: taken as it is', (name) => {
    const logo = logoOf(webp(name));
    expect(Buffer.from(logo.bytes).equals(webp(name))).toBe(true);
    expect(logoTypeOf(logo.id)).toBe('image/webp');
  });

  it('keeps its picture and nothing that is not seen', () => {
    const file = withChunk(webp('with transparency'), 'EXIF', 'secret');
    file[20]! |= 0x08;
    for (const bytes of [file, Buffer.concat([webp('with transparency'), utf8('<script>')])])
      expect(logoOf(bytes)).toEqual(logoOf(webp('with transparency')));
  });

  it.each<[string, () => Uint8Array, RegExp]>([
    ['too wide', () => webp('lossy').fill(0x3f, 26, 28), /1024 by 1024/],
    ['without a pixel', () => webp('lossy').fill(0, 26, 28), /1024 by 1024/],
    ['of another size than it says', () => webp('with transparency').fill(3, 24, 25), /not whole/],
    ['cut off', () => webp('lossless').subarray(0, -4), /not whole/],
    ['with a chunk that goes on beyond its end', () => webp('lossless').fill(0xff, 16, 17), /not whole/],
    ['without a picture', () => webp('lossy').fill('X', 12, 13), /not whole/],
    ['with two pictures', () => withChunk(webp('lossy'), 'VP8L', '/\0\0\0\0\0'), /not whole/],
    ['animated', () => Buffer.from(ANIMATED, 'base64'), /animated/],
    ['its name alone', () => Buffer.from('RIFF\0\0\0\0WEBP'), /not whole/],
  ])('%s: refused', (_, bytes, sentence) => {
    expect(() => logoOf(bytes())).toThrow(sentence);
  });
});

it('a larger file, or one that is neither PNG nor WebP, is rejected', () => {
  expect(() => logoOf(new Uint8Array(LOGO_MAX_BYTES + 1))).toThrow('at most 32768 bytes');
  for (const other of [Uint8Array.of(0xff, 0xd8, 0xff), utf8('<svg viewBox="0 0 1 1"/>'), utf8('')])
    expect(() => logoOf(other)).toThrow('a PNG or WebP picture');
});

it('only a valid logo id has a type', () => {
  const types = [`${'a'.repeat(64)}.svg`, `${'a'.repeat(64)}.html`, '../x.png', `${'A'.repeat(64)}.png`].map(
    logoTypeOf,
  );
  expect(types).toEqual([undefined, undefined, undefined, undefined]);
});
