import { describe, expect, it } from 'vitest';
import { allOrSome } from '../../../../test/kind.ts';
import { randomFrom, captureOf } from '../../test/finger-captures.ts';
import type { SyntheticPhoto } from '../../test/photograph.ts';
import { syntheticPhoto } from '../../test/synthetic-records.ts';
import { compare, extract, fromPhoto, THRESHOLD, type Photo, type View } from '../index.ts';

const FINGER = 7002;
const print = (photo: Photo): View => {
  const reading = fromPhoto(photo);
  if ('fault' in reading) throw new Error(reading.fault);
  return extract(reading.image);
};
const faultOf = (photo: Photo): string | undefined => {
  const reading = fromPhoto(photo);
  return 'fault' in reading ? reading.fault : undefined;
};

describe('a photographed finger', () => {
  it('matches another photo and a sensor capture of the same finger', () => {
    const first = print(syntheticPhoto({ finger: FINGER, shot: 0 }));
    expect(compare(first, print(syntheticPhoto({ finger: FINGER, shot: 1 })))).toBeGreaterThanOrEqual(THRESHOLD);
    expect(compare(first, captureOf(FINGER))).toBeGreaterThanOrEqual(THRESHOLD);
  });

  it('does not match another finger, nor its own mirror image', () => {
    const other = print(syntheticPhoto({ finger: 7003, shot: 0 }));
    const mirrored = print(mirror(syntheticPhoto({ finger: FINGER, shot: 0 })));
    for (const otherFinger of [other, mirrored]) expect(compare(otherFinger, captureOf(FINGER))).toBeLessThan(20);
  });

  it.each(allOrSome([Math.PI, -Math.PI / 2], [-Math.PI / 2]))(
    'is turned upright, whichever way it comes in: %f',
    (turn) => {
      const reading = fromPhoto(syntheticPhoto({ finger: FINGER, shot: 2, turn }));
      const { x, y } = reading.finger!.down;
      // Both point the same way, except for a small random turn.
      expect(y * Math.cos(turn) - x * Math.sin(turn)).toBeGreaterThan(0.9);
      expect('image' in reading && compare(extract(reading.image), captureOf(FINGER))).toBeGreaterThanOrEqual(
        THRESHOLD,
      );
    },
  );

  it.each(allOrSome([1, 1.4], [1.4]))('has the same size in the image from near and far: %f', (scale) => {
    const reading = fromPhoto(syntheticPhoto({ finger: FINGER, shot: 3, scale }));
    expect(reading.finger!.width / scale).toBeCloseTo(350, -2);
    expect('image' in reading && compare(extract(reading.image), captureOf(FINGER))).toBeGreaterThanOrEqual(THRESHOLD);
  });
});

/** Photos and their expected fault; none if they are read. */
const LABELED: readonly [what: string, reason: string | undefined, photo: Omit<SyntheticPhoto, 'finger' | 'shot'>][] = [
  ['a finger', undefined, {}],
  ['a finger on a checked cloth', undefined, { cloth: true }],
  ['a finger in dim light', undefined, { light: 0.1 }],
  ['a finger slightly out of focus', undefined, { blur: 2 }],
  ['a finger out of focus', 'blurred', { blur: 7 }],
  ['a finger out of focus on a cloth', 'blurred', { blur: 7, cloth: true }],
  ['a finger in the dark', 'too_dark', { light: 0.03 }],
  ['a finger in glaring light', 'too_bright', { light: 2 }],
  ['nothing but glare', 'too_bright', { light: 3 }],
  ['a finger far away', 'too_far', { scale: 0.4 }],
  ['three fingers', 'several_fingers', { scale: 0.5, beside: true }],
  ['a table', 'nothing_there', { empty: true }],
  ['a cloth', 'nothing_there', { empty: true, cloth: true }],
  ['a finger in structured light', 'nothing_there', { stripes: 12 }],
  ['a finger in coarse structured light', 'nothing_there', { stripes: 24 }],
  ['a table in structured light', 'nothing_there', { stripes: 12, empty: true }],
];

describe('a photo is read or rejected with the right fault', () => {
  const shot = { finger: FINGER, shot: 0 } as const;

  it.each(LABELED)('%s: %s', (_what, reason, photo) => {
    for (const finger of allOrSome([FINGER, 7005, 7011], [FINGER]))
      expect(faultOf(syntheticPhoto({ finger, shot: 0, ...photo }))).toBe(reason);
  });

  it('a finger out of focus is blurred, even with camera noise', () => {
    const { data, ...size } = syntheticPhoto({ ...shot, blur: 7 });
    const random = randomFrom(5);
    const noisy = data.map((value) => value + 40 * (random() - 0.5));
    expect(faultOf({ ...size, data: noisy })).toBe('blurred');
  });

  it('sharpness falls with every step out of focus', () => {
    const steps = [2, 3].map((blur) => fromPhoto(syntheticPhoto({ ...shot, blur })).ridges?.sharpness ?? 0);
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
  });
});

function mirror({ width, height, data }: Photo): Photo {
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 4; c++) out[(y * width + x) * 4 + c] = data[(y * width + width - 1 - x) * 4 + c]!;
  return { width, height, data: out };
}
