import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeTemplate,
  encodeTemplate,
  MAX_EXTENDED_BYTES,
  type TemplateError,
  type TemplateErrorCode,
} from './index.ts';
import type { Minutia, View } from '../types.ts';

const STEP = (2 * Math.PI) / 256;

/** Minutiae as a record holds them: whole pixels, whole direction steps. */
const minutiaOn = (width: number, height: number): fc.Arbitrary<Minutia> =>
  fc.record({
    x: fc.integer({ min: 0, max: width - 1 }),
    y: fc.integer({ min: 0, max: height - 1 }),
    direction: fc.integer({ min: 0, max: 255 }).map((byte) => (byte * 2 * Math.PI) / 256),
    type: fc.constantFrom('ending', 'bifurcation', 'other'),
    quality: fc.integer({ min: 0, max: 100 }),
  });

const viewOn = (width: number, height: number, dpi: number): fc.Arbitrary<View> =>
  fc.record(
    {
      width: fc.constant(width),
      height: fc.constant(height),
      dpi: fc.constant(dpi),
      quality: fc.integer({ min: 0, max: 100 }),
      minutiae: fc.array(minutiaOn(width, height), { maxLength: 255 }),
      extended: fc.uint8Array({ maxLength: 600 }),
    },
    { requiredKeys: ['width', 'height', 'dpi', 'quality', 'minutiae'] },
  );

const side = fc.integer({ min: 1, max: 16_384 });
const dpi = fc.constantFrom(250, 500, 569, 1000);
const sameGridViews = fc
  .tuple(side, side, dpi)
  .chain(([width, height, dpi]) => fc.array(viewOn(width, height, dpi), { minLength: 1, maxLength: 16 }));

const plain: View = {
  width: 388,
  height: 374,
  dpi: 500,
  quality: 80,
  minutiae: [{ x: 100, y: 200, direction: 32 * STEP, type: 'ending', quality: 60 }],
};

const withMinutia = (change: Partial<Minutia>): View => ({
  ...plain,
  minutiae: [{ ...plain.minutiae[0]!, ...change }],
});

describe('a template written and read again', () => {
  it('gives the same views', () => {
    fc.assert(
      fc.property(sameGridViews, (views) => {
        expect(decodeTemplate(encodeTemplate(views))).toEqual(views);
      }),
      { numRuns: 60 },
    );
  });

  it('moves a fractional position by less than a pixel and a direction by at most half a step', () => {
    const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const direction = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
    fc.assert(
      fc.property(fraction, fraction, direction, (fx, fy, direction) => {
        const [x, y] = [fx * plain.width, fy * plain.height];
        const read = decodeTemplate(encodeTemplate([withMinutia({ x, y, direction })]))[0]!.minutiae[0]!;
        expect(Math.abs(read.x - x)).toBeLessThan(1);
        expect(Math.abs(read.y - y)).toBeLessThan(1);
        expect(Math.cos(read.direction - direction)).toBeGreaterThanOrEqual(Math.cos(STEP / 2) - 1e-12);
      }),
    );
  });

  it('gives every view the size of the largest', () => {
    const views = decodeTemplate(
      encodeTemplate([
        { ...plain, width: 500 },
        { ...plain, height: 600 },
      ]),
    );
    expect(views.map(({ width, height }) => [width, height])).toEqual([
      [500, 600],
      [500, 600],
    ]);
  });

  it('keeps its extended data, from empty to the maximum length', () => {
    for (const length of [0, 1, MAX_EXTENDED_BYTES]) {
      const extended = new Uint8Array(length).fill(7);
      expect(decodeTemplate(encodeTemplate([plain, { ...plain, extended }])).map((view) => view.extended)).toEqual([
        undefined,
        extended,
      ]);
    }
  });
});

describe('encodeTemplate rejects', () => {
  const refusals: readonly [string, TemplateErrorCode, readonly View[]][] = [
    ['no view', 'view_count', []],
    ['256 minutiae', 'minutiae_count', [{ ...plain, minutiae: Array.from({ length: 256 }, () => plain.minutiae[0]!) }]],
    ['an image without width', 'image_size', [{ ...plain, width: 0, minutiae: [] }]],
    ['an image side beyond 16 bits', 'image_size', [{ ...plain, width: 65_536 }]],
    ['views of different resolutions', 'resolution', [plain, { ...plain, dpi: 1000 }]],
    ['a view quality above 100', 'quality', [{ ...plain, quality: 101 }]],
    ['a minutia left of the image', 'minutia_position', [withMinutia({ x: -1 })]],
    ['a position beyond 14 bits', 'minutia_position', [{ ...withMinutia({ x: 16_384 }), width: 20_000 }]],
    ['an infinite direction', 'minutia_direction', [withMinutia({ direction: Number.POSITIVE_INFINITY })]],
    ['an unknown minutia type', 'minutia_type', [withMinutia({ type: 'core' as 'other' })]],
    ['too much extended data', 'extended_data', [{ ...plain, extended: new Uint8Array(MAX_EXTENDED_BYTES + 1) }]],
  ];

  it.each(refusals)('%s as %s', (_what, code, views) => {
    expect(() => encodeTemplate(views)).toThrow(expect.objectContaining({ code }) as TemplateError);
  });
});
