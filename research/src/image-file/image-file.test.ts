import { describe, expect, it } from 'vitest';
import { pngOf, record2005, record2011, type RecordOptions } from './image-records.ts';
import { syntheticImage } from '../../../packages/fingerprint/test/synthetic-records.ts';
import { encodeWsq } from './wsq-encoder.ts';
import { compare, extract, THRESHOLD, type Image } from '../../../packages/fingerprint/src/index.ts';
import { decodeImage, ImageFileError } from './index.ts';

const print = syntheticImage(5, 0);
/** Cosine ridges each way, without the highest frequencies that WSQ drops. */
const part = (width: number, height: number): Image => ({
  width,
  height,
  dpi: 500,
  pixels: Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return 128 + 60 * Math.cos(x / 2 + y / 9) + 40 * Math.cos(y / 3);
  }),
});
const small = part(61, 47);

const mostOff = (a: Image, b: Image): number =>
  a.pixels.reduce((most, gray, i) => Math.max(most, Math.abs(gray - b.pixels[i]!)), 0);
const codeOf = (bytes: Uint8Array): string => {
  try {
    decodeImage(bytes);
    return 'an image';
  } catch (error) {
    if (!(error instanceof ImageFileError)) throw error;
    return error.code;
  }
};

describe('WSQ', () => {
  it.each([
    [61, 47],
    [64, 64],
    [65, 130],
    [127, 96],
    [17, 200],
  ])('decodes %i × %i pixels as encoded', (width, height) => {
    const image = part(width, height);
    const decoded = decodeImage(encodeWsq(image, { bin: 0.001 }));
    expect([decoded.width, decoded.height, decoded.dpi]).toEqual([width, height, 500]);
    expect(mostOff(decoded, image)).toBeLessThanOrEqual(2);
  });

  it('decodes a flat image and one with slopes exactly', () => {
    const flat = { width: 64, height: 48, dpi: 500, pixels: new Uint8Array(64 * 48).fill(200) };
    const slope = { ...flat, pixels: Uint8Array.from({ length: 64 * 48 }, (_, i) => 40 + 2 * (i % 64)) };
    expect(mostOff(decodeImage(encodeWsq(flat, { bin: 0.001 })), flat)).toBeLessThanOrEqual(1);
    expect(mostOff(decodeImage(encodeWsq(slope, { bin: 0.001 })), slope)).toBeLessThanOrEqual(1);
  });

  it('a compressed capture matches another one of the same finger', () => {
    const compressed = encodeWsq(print, { bin: 0.5 });
    const view = extract(decodeImage(compressed));
    expect(compressed.length).toBeLessThan(print.pixels.length / 3);
    expect(compare(view, extract(syntheticImage(5, 1)))).toBeGreaterThanOrEqual(THRESHOLD);
  });

  it('reads the resolution from its comment', () => {
    expect(decodeImage(encodeWsq(small, { comment: 'NIST_COM 3\nPPI 1000\nLOSSY 1' })).dpi).toBe(1000);
    expect(decodeImage(encodeWsq(small, { comment: 'PPI 9' })).dpi).toBe(500);
  });

  it.each([
    ['a size beyond any finger', [0xa2], 4, [0xff, 0xff, 0xff, 0xff], 'image_size'],
    ['filters of even length', [0xa4], 2, [8], 'unread_content'],
    ['a block of a table that is not there', [0xa3], 2, [7], 'damaged'],
    ['a Huffman table with more codes than there are', [0xa6], 3, [3, 0, 0, 0, 0, 0, 0, 251], 'damaged'],
  ] as const)('rejects %s by code', (_, marker, offset, bytes, code) => {
    const file = encodeWsq(small);
    const at = file.findIndex((byte, i) => byte === 0xff && file[i + 1] === marker[0]) + 2;
    file.set(bytes, at + offset);
    expect(codeOf(file)).toBe(code);
  });
});

describe('ISO/IEC 19794-4', () => {
  const kinds = { 2005: record2005, 2011: record2011 } as const;
  const cases = Object.entries(kinds).flatMap(([edition, make]) => [
    [edition, 'raw', make(small)] as const,
    [edition, 'WSQ', make(small, { compression: 2, data: encodeWsq(small, { bin: 0.001 }) })] as const,
    [edition, 'PNG', make(small, { compression: 5, data: pngOf(small) })] as const,
    [edition, 'measured by centimetre', make(small, { units: 2, resolution: 197 })] as const,
  ]);

  it.each(cases)('of %s, %s', (_, content, bytes) => {
    const image = decodeImage(bytes);
    expect([image.width, image.height, Math.round(image.dpi)]).toEqual([61, 47, 500]);
    expect(mostOff(image, small)).toBeLessThanOrEqual(content === 'WSQ' ? 2 : 0);
  });

  const broken: readonly [string, RecordOptions, string][] = [
    ['JPEG 2000', { compression: 4 }, 'unread_content'],
    ['16 bits a pixel', { depth: 16 }, 'unread_content'],
    ['fewer pixels than it says', { data: new Uint8Array(10) }, 'length'],
    ['no unit', { units: 0 }, 'resolution'],
    ['a resolution of nothing', { resolution: 0 }, 'resolution'],
    ['an image of another size inside', { compression: 5, data: pngOf(part(20, 20)) }, 'damaged'],
  ];
  it.each(broken)('rejects %s by code', (_, options, code) => {
    expect([codeOf(record2005(small, options)), codeOf(record2011(small, options))]).toEqual([code, code]);
  });

  it('rejects an unknown edition and a wrong length', () => {
    const later = record2005(small);
    later.set([0x39], 5);
    expect(codeOf(later)).toBe('unread_version');
    expect(codeOf(Uint8Array.from([...record2005(small), 0]))).toBe('length');
  });
});

describe('any bytes', () => {
  const tiny = part(24, 20);
  const files = [
    encodeWsq(tiny),
    record2005(tiny),
    record2011(tiny),
    record2005(tiny, { compression: 5, data: pngOf(tiny) }),
  ];
  const allowed = [
    'an image',
    'not_an_image',
    'unread_version',
    'unread_content',
    'length',
    'image_size',
    'resolution',
    'damaged',
  ];

  it('give an image or an ImageFileError if cut anywhere', () => {
    for (const file of files)
      for (let end = 0; end < file.length; end += end < 120 ? 1 : 37)
        expect(allowed).toContain(codeOf(file.subarray(0, end)));
  });

  it('give an image or an ImageFileError if any byte changes', () => {
    for (const file of files)
      for (let at = 0; at < file.length; at += at < 400 ? 5 : 211)
        for (const change of [0x01, 0xff]) {
          const changed = Uint8Array.from(file);
          changed[at]! ^= change;
          expect(allowed).toContain(codeOf(changed));
        }
  });

  it('give an ImageFileError if there are none', () => {
    expect([codeOf(new Uint8Array()), codeOf(new Uint8Array(1000))]).toEqual(['not_an_image', 'not_an_image']);
  });
});
