import { describe, expect, it } from 'vitest';
import { decodeTemplate, type TemplateError, type TemplateErrorCode } from './index.ts';

const MAGIC = [0x46, 0x4d, 0x52, 0x00, 0x20, 0x32, 0x30, 0x00]; // "FMR", version " 20"
const MAKER = [0x80, 0x2a]; // appendix F certified, capture device 0x02a
const SIZE = [0x01, 0x84, 0x01, 0x76]; // 388 × 374 pixels
const RESOLUTION = [0x00, 0xc5, 0x00, 0xc5]; // 197 × 197 pixels per cm

const ENDING = [0x40, 0x64, 0x00, 0xc8, 0x40, 0x5a]; // 01 ending, x 100; y 200; angle 64 (90°); quality 90
const BIFURCATION = [0x81, 0x2c, 0x01, 0x2c, 0xff, 0x00]; // 10 bifurcation, x 300; y 300; angle 255; quality not reported
const OTHER = [0x00, 0x00, 0xc1, 0x75, 0x00, 0x64]; // 00 other, x 0; reserved bits set, y 373; angle 0; quality 100
const RIGHT_THUMB = [0x01, 0x00, 0x55]; // position 1, view 0 live-scan plain, quality 85
const NO_EXTENDED_DATA = [0x00, 0x00];

/** A record written by hand from the standard. Each test changes one part. */
const record = (body: number[], { size = SIZE, resolution = RESOLUTION, views = 1 } = {}): Uint8Array => {
  const length = 24 + body.length;
  const header = [...MAGIC, 0, 0, length >> 8, length & 0xff, ...MAKER, ...size, ...resolution, views, 0];
  return Uint8Array.from([...header, ...body]);
};

const oneView = (extended: number[] = NO_EXTENDED_DATA): number[] => [
  ...RIGHT_THUMB,
  3,
  ...ENDING,
  ...BIFURCATION,
  ...OTHER,
  ...extended,
];

describe('a record of another maker', () => {
  it('decodes to its minutiae', () => {
    expect(decodeTemplate(record(oneView()))).toEqual([
      {
        width: 388,
        height: 374,
        dpi: 500,
        quality: 85,
        minutiae: [
          { type: 'ending', x: 100, y: 200, direction: Math.PI / 2, quality: 90 },
          { type: 'bifurcation', x: 300, y: 300, direction: (255 * Math.PI) / 128, quality: 0 },
          { type: 'other', x: 0, y: 373, direction: 0, quality: 100 },
        ],
      },
    ]);
  });

  it('decodes from the middle of a larger buffer', () => {
    const bytes = record(oneView());
    const larger = new Uint8Array(bytes.length + 10);
    larger.set(bytes, 5);
    expect(decodeTemplate(larger.subarray(5, 5 + bytes.length))).toEqual(decodeTemplate(bytes));
  });

  it('decodes with any finger, impression type and view number', () => {
    const leftLittle = [0x0a, 0x18, 0x00, 1, ...ENDING, ...NO_EXTENDED_DATA]; // position 10, view 1 swipe, quality 0
    const unknown = [0x00, 0xf3, 0x64, 0, ...NO_EXTENDED_DATA]; // position 0, view 15 non-live rolled, no minutiae
    const views = decodeTemplate(record([...leftLittle, ...unknown], { views: 2 }));
    expect(views.map((view) => view.minutiae.length)).toEqual([1, 0]);
  });

  it('decodes with ridge counts, cores, deltas and vendor data', () => {
    const ridgeCounts = [0x00, 0x01, 0x00, 0x0b, 0x00, 0x00, 0x01, 0x04, 0x01, 0x02, 0x07]; // type 1, 11 bytes: method, two triples
    const coreAndDelta = [0x00, 0x02, 0x00, 0x0e, 0x01, 0x00, 0xc8, 0x00, 0xc8, 0x01, 0x00, 0x64, 0x01, 0x2c]; // type 2, 14 bytes
    const vendor = [0x12, 0x34, 0x00, 0x04]; // an empty area of some vendor
    const ourIdButNotOurs = [0xa7, 0x81, 0x00, 0x06, 0x01, 0x02];
    const areas = [...ridgeCounts, ...coreAndDelta, ...vendor, ...ourIdButNotOurs];
    const views = decodeTemplate(record(oneView([0x00, areas.length, ...areas])));
    expect(views[0]!.minutiae).toHaveLength(3);
    expect(views[0]).not.toHaveProperty('extended');
  });

  it.each([
    ['after its length', (valid: Uint8Array) => Uint8Array.from([...valid, ...new Uint8Array(40)])],
    ['that its length counts', () => record([...oneView(), ...new Uint8Array(40)])],
  ])('decodes with zeros %s', (_, padded) => {
    const valid = record(oneView());
    expect(decodeTemplate(padded(valid))).toEqual(decodeTemplate(valid));
  });

  it('decodes with areas whose lengths do not count their headers', () => {
    const ridgeCounts = [0x00, 0x01, 0x00, 0x07, 0x00, 0x00, 0x01, 0x04, 0x01, 0x02, 0x07];
    const vendor = [0x12, 0x34, 0x00, 0x00];
    const areas = [...ridgeCounts, ...vendor];
    expect(decodeTemplate(record(oneView([0x00, areas.length, ...areas])))).toEqual(decodeTemplate(record(oneView())));
  });

  it.each([
    [196, 500],
    [197, 500],
    [98, 250],
    [394, 1000],
    [224, 569],
  ])('with %i pixels per cm has %i dpi', (pixelsPerCm, dpi) => {
    const resolution = [pixelsPerCm >> 8, pixelsPerCm & 0xff, pixelsPerCm >> 8, pixelsPerCm & 0xff];
    expect(decodeTemplate(record(oneView(), { resolution }))[0]!.dpi).toBe(dpi);
  });

  it('with two slightly different resolutions is scaled to the coarser', () => {
    const diagonal = [0x40, 0x64, 0x00, 0xc8, 0x20, 0x5a]; // x 100; y 200; 45°
    const resolution = [0x00, 0xca, 0x00, 0xc5]; // 202 × 197 pixels per cm: 513 × 500 dpi
    const [view] = decodeTemplate(record([...RIGHT_THUMB, 1, ...diagonal, ...NO_EXTENDED_DATA], { resolution }));
    expect(view).toMatchObject({ width: 379, height: 374, dpi: 500, minutiae: [{ y: 200 }] });
    expect(view!.minutiae[0]!.x).toBeCloseTo((100 * 500) / 513);
    expect(view!.minutiae[0]!.direction).toBeCloseTo(Math.atan2(513, 500));
  });
});

describe('decodeTemplate rejects', () => {
  const valid = record(oneView());
  const changed = (offset: number, byte: number): Uint8Array => valid.with(offset, byte);

  const refusals: readonly [string, TemplateErrorCode, Uint8Array][] = [
    ['nothing', 'not_a_record', new Uint8Array()],
    ['another format', 'not_a_record', changed(1, 0x49)],
    ['a version that nobody published', 'not_a_record', changed(5, 0x33)],
    [
      'the edition of 2011',
      'unread_version',
      Uint8Array.from([...valid.slice(0, 4), 0x30, 0x33, 0x30, 0, ...valid.slice(8)]),
    ],
    [
      'resolutions that differ by more than 3 %',
      'resolution',
      record(oneView(), { resolution: [0x00, 0xcb, 0x00, 0xc5] }),
    ],
    ['a record cut short', 'length', valid.slice(0, -1)],
    ['a trailing byte that the length counts', 'length', record([...oneView(), 1])],
    ['a length that ends inside the last view', 'length', changed(11, valid.length - 1)],
    ['a view that is missing', 'length', changed(22, 2)],
    ['no view', 'view_count', changed(22, 0)],
    ['an image without width', 'image_size', record(oneView(), { size: [0, 0, 1, 0x76] })],
    ['a resolution of no sensor', 'resolution', record(oneView(), { resolution: [0, 0xc5, 0xff, 0xff] })],
    ['a finger that nobody has', 'finger_position', changed(24, 11)],
    ['a view quality above 100', 'quality', changed(26, 101)],
    ['the reserved minutia type', 'minutia_type', changed(28, 0xc0)],
    ['a minutia right of the image', 'minutia_position', record(oneView(), { size: [1, 0x2c, 1, 0x76] })],
    ['an extended block beyond the record', 'length', record(oneView([0, 5, 0, 1, 0, 4]))],
    ['an extended area beyond its block', 'extended_data', record(oneView([0, 4, 0, 1, 0, 5]))],
    [
      'our extended data twice',
      'extended_data',
      record(oneView([0, 16, ...[1, 2].flatMap(() => [0xa7, 0x81, 0, 8, 0x41, 0x54, 0x48, 0x4c])])),
    ],
  ];

  it.each(refusals)('%s as %s', (_what, code, bytes) => {
    expect(() => decodeTemplate(bytes)).toThrow(expect.objectContaining({ code }) as TemplateError);
  });
});
