import { describe, expect, it } from 'vitest';
import { decodeTemplate, type TemplateError } from './index.ts';

const MAGIC = [0x46, 0x4d, 0x52, 0x00, 0x20, 0x32, 0x30, 0x00]; // "FMR", version " 20"
const MAKER = [0x00, 0x1f, 0x01, 0x02, 0x80, 0x2a]; // product owner and type; certified, capture device 0x02a
const SIZE = [0x01, 0x84, 0x01, 0x76]; // 388 × 374 pixels
const RESOLUTION = [0x00, 0xc5, 0x00, 0xc5]; // 197 × 197 pixels per cm
const ENDING = [0x40, 0x64, 0x00, 0xc8, 0x2d, 0x5a]; // 01 ending, x 100; y 200; angle 45 (90°); quality 90
const VIEW = [0x01, 0x00, 0x55, 1, ...ENDING, 0x00, 0x00];

/** A record of ANSI INCITS 378-2004, written by hand. */
const ansi = (body: number[], views = 1): Uint8Array => {
  const length = 26 + body.length;
  const long = length > 0xffff;
  const stated = long ? length + 4 : length;
  const lengthField = long
    ? [0, 0, stated >>> 24, (stated >> 16) & 0xff, (stated >> 8) & 0xff, stated & 0xff]
    : [stated >> 8, stated & 0xff];
  return Uint8Array.from([...MAGIC, ...lengthField, ...MAKER, ...SIZE, ...RESOLUTION, views, 0, ...body]);
};

const READ = {
  width: 388,
  height: 374,
  dpi: 500,
  quality: 85,
  minutiae: [{ type: 'ending', x: 100, y: 200, direction: Math.PI / 2, quality: 90 }],
};

describe('a record of ANSI INCITS 378-2004, which has the same identifier as an ISO record', () => {
  it('decodes to its minutiae, with directions in steps of two degrees', () => {
    expect(decodeTemplate(ansi(VIEW))).toEqual([READ]);
  });

  it('decodes with zeros after it', () => {
    expect(decodeTemplate(Uint8Array.from([...ansi(VIEW), ...new Uint8Array(40)]))).toEqual([READ]);
  });

  it('decodes with a length of six bytes', () => {
    const vendorArea = [0x12, 0x34, 0x80, 0x00, ...new Uint8Array(0x8000 - 4)];
    const large = [...VIEW.slice(0, -2), 0x80, 0x00, ...vendorArea];
    expect(decodeTemplate(ansi([...large, ...large, ...VIEW], 3))).toEqual([READ, READ, READ]);
  });

  it.each([
    ['a direction beyond a whole turn', 'minutia_direction', ansi(VIEW.with(8, 180))],
    ['a record cut short', 'length', ansi(VIEW).slice(0, -1)],
    ['a record cut short within its header', 'length', ansi([]).slice(0, 25)],
    ['what follows it and is not zero', 'length', Uint8Array.from([...ansi(VIEW), 7])],
    ['no view', 'view_count', ansi([], 0)],
  ] as const)('refuses %s as %s', (_what, code, bytes) => {
    expect(() => decodeTemplate(bytes)).toThrow(expect.objectContaining({ code }) as TemplateError);
  });
});

it.each([
  ['ISO/IEC 19794-2:2011 or ANSI INCITS 378-2009', '030'],
  ['ANSI INCITS 378-2009 with its amendment', '035'],
])('a record of %s is rejected by name', (name, version) => {
  const bytes = ansi(VIEW);
  bytes.set(new TextEncoder().encode(version), 4);
  expect(() => decodeTemplate(bytes)).toThrow(name);
});
