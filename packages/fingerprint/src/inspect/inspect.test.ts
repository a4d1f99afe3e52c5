import { describe, expect, it } from 'vitest';
import { randomFrom, randomView, templateOf, captureOf } from '../../test/finger-captures.ts';
import {
  areComparable,
  isPlausible,
  readEnrollment,
  readProbe,
  TemplateError,
  type Minutia,
  type View,
} from '../index.ts';

const whole = captureOf(12, 0);
const { extended: _, ...bare } = whole;
const random = randomFrom(7);
const views = (count: number): Uint8Array =>
  templateOf(...Array.from({ length: count }, (_each, k) => captureOf(12, k % 2)));

const changedMinutiae = (change: (minutia: Minutia) => Partial<Minutia>, view: View = whole): View => ({
  ...view,
  minutiae: view.minutiae.map((minutia) => ({ ...minutia, ...change(minutia) })),
});
/** The map has a header of seven bytes (version, left, top, columns, rows), a byte per cell, and a bit per half-resolution pixel. */
const changedMap = (change: (map: Uint8Array) => void): View => {
  const extended = Uint8Array.from(whole.extended!);
  change(extended);
  return { ...whole, extended };
};
const cells = whole.extended![5]! * whole.extended![6]!;

function refusalOf(read: (bytes: Uint8Array) => View[], bytes: Uint8Array): string {
  try {
    read(bytes);
  } catch (error) {
    if (error instanceof TemplateError) return error.code;
    throw error;
  }
  return 'none';
}

describe('the number of views', () => {
  it('is 1 to 3 in a probe and 1 to 6 in an enrollment', () => {
    expect(readProbe(views(3))).toHaveLength(3);
    expect(readEnrollment(views(6))).toHaveLength(6);
    expect(refusalOf(readProbe, views(4))).toBe('view_count');
    expect(refusalOf(readEnrollment, views(7))).toBe('view_count');
  });

  it('is checked before a view is read', () => {
    expect(refusalOf(readProbe, views(4).fill(255, 24))).toBe('view_count');
  });
});

it('reads the 64 best minutiae of each view', () => {
  const { minutiae } = randomView(3, { count: 64 });
  const better = minutiae.map((minutia) => ({ ...minutia, quality: 90 }));
  const hidden = bare.minutiae.map((minutia) => ({ ...minutia, quality: 1 }));
  const [view] = readProbe(templateOf({ ...randomView(3), minutiae: [...hidden, ...better] }));
  expect(view!.minutiae).toEqual(readProbe(templateOf({ ...randomView(3), minutiae: better }))[0]!.minutiae);
});

describe('a capture is plausible', () => {
  it.each([2, 4, 8, 12, 31])('of synthetic finger %i, with its ridge map and without', (finger) => {
    const { extended, ...alone } = captureOf(finger);
    expect([isPlausible({ ...alone, extended: extended! }), isPlausible(alone)]).toEqual([true, true]);
  });

  it('at any resolution', () => {
    const fine = changedMinutiae(({ x, y }) => ({ x: x * 2, y: y * 2 }), bare);
    expect(isPlausible({ ...fine, width: whole.width * 2, height: whole.height * 2, dpi: 1000 })).toBe(true);
  });
});

describe('a record is rejected if it', () => {
  const scattered = (count: number, width: number): View => ({
    ...randomView(3, { count }),
    minutiae: randomView(3, { count }).minutiae.map((minutia) => ({
      ...minutia,
      x: 20 + Math.floor(random() * width),
      y: 20 + Math.floor(random() * width),
    })),
  });
  const cases: readonly [string, View][] = [
    ['shows four minutiae', { ...bare, minutiae: bare.minutiae.slice(0, 4) }],
    ['shows 255 minutiae', randomView(2, { count: 255 })],
    ['has an image of 15 cm', { ...bare, width: 3000, height: 3000 }],
    ['has 60 minutiae on a few square millimeters', scattered(60, 110)],
    [
      'has its minutiae in pairs within one ridge',
      { ...bare, minutiae: bare.minutiae.slice(0, 20).flatMap((one) => [one, { ...one, x: one.x + 3 }]) },
    ],
    ['has a ridge map that cannot be read', { ...whole, extended: whole.extended!.slice(0, -1) }],
    ['has a ridge map without a finger', changedMap((map) => map.fill(255, 7, 7 + cells))],
    [
      'has ridges of noise',
      changedMap((map) => {
        for (let k = 7 + cells; k < map.length; k++) map[k] = random() * 256;
      }),
    ],
    [
      'has ridges across their stated directions',
      changedMap((map) => {
        for (let k = 7; k < 7 + cells; k++) if (map[k] !== 255) map[k] = (map[k]! + 120) % 240;
      }),
    ],
    [
      'has minutiae across its ridges',
      changedMinutiae(({ direction }) => ({ direction: (direction + 1.5) % (2 * Math.PI) })),
    ],
    ['has minutiae where no ridge ends', changedMinutiae(({ x, y }) => ({ x: x + 6, y: y + 5 }))],
    [
      'has minutiae off its ridges',
      changedMap((map) => {
        map[2] = 200;
      }),
    ],
    ['has another finger’s minutiae on its ridges', { ...whole, minutiae: captureOf(4).minutiae }],
  ];

  it.each(cases)('%s', (_what, view) => {
    expect(isPlausible(view)).toBe(false);
    expect(refusalOf(readProbe, templateOf(view))).toBe('implausible');
    expect(refusalOf(readEnrollment, templateOf(view))).toBe('implausible');
  });

  it('has a ridge map in only some views', () => {
    expect(refusalOf(readEnrollment, templateOf(whole, bare))).toBe('implausible');
  });
});

describe('an enrollment with ridge maps', () => {
  it('is compared only with probes that have ridge maps', () => {
    expect(areComparable([whole], [whole])).toBe(true);
    expect(areComparable([bare], [whole])).toBe(false);
  });

  it('differs from one with minutiae alone, which is compared with any probe', () => {
    expect(areComparable([bare], [bare])).toBe(true);
    expect(areComparable([whole], [bare])).toBe(true);
  });
});
