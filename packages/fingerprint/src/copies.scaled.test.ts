import { describe, expect, it } from 'vitest';
import { allOrSome } from '../../../test/kind.ts';
import { disturbed, randomView, templateOf, captureOf } from '../test/finger-captures.ts';
import { syntheticPhoto } from '../test/synthetic-records.ts';
import {
  decodeTemplate,
  extract,
  fromPhoto,
  holdsCaptureTwice,
  isCopy,
  readEnrollment,
  readProbe,
  type Minutia,
  type View,
} from './index.ts';

const FINGERS = [2, 8, 12, 31];
const stored = captureOf(12, 0);

const photographed = (finger: number, shot: number): View => {
  const reading = fromPhoto(syntheticPhoto({ finger, shot }));
  if ('fault' in reading) throw new Error(reading.fault);
  return extract(reading.image);
};

const changed = (view: View, change: (minutia: Minutia) => Partial<Minutia>): View => ({
  ...view,
  minutiae: view.minutiae.map((minutia) => Object.assign({}, minutia, change(minutia))),
});

describe('a copy', () => {
  it.each<[string, View]>([
    ['encoded again', decodeTemplate(templateOf(stored))[0]!],
    ['in another order', { ...stored, minutiae: stored.minutiae.toReversed() }],
    ['with other qualities, types and size', { ...changed(stored, () => ({ quality: 7, type: 'other' })), width: 600 }],
    ['without its ridge map', { ...randomView(1), minutiae: stored.minutiae }],
    ['at another resolution', { ...changed(stored, ({ x, y }) => ({ x: 2 * x, y: 2 * y })), dpi: 1000 }],
    [
      'with directions in steps of 2°',
      changed(stored, ({ direction }) => ({ direction: (Math.round((direction * 90) / Math.PI) * Math.PI) / 90 })),
    ],
  ])('%s is found', (_, copy) => {
    expect([isCopy([copy], [stored]), isCopy([stored], [copy])]).toEqual([true, true]);
  });

  it.each(FINGERS)('in another order with up to one pixel of noise is found: finger %i', (finger) => {
    const view = captureOf(finger, 0);
    for (let seed = 0; seed < 20; seed++)
      expect(isCopy([disturbed(view, { seed, pixels: 1, steps: 1 })], [view])).toBe(true);
  });

  it('of a view with more minutiae than a comparison uses is found in any order', () => {
    const view = changed(randomView(3, { count: 80 }), ({ x }) => ({ quality: 40 + (x % 20) }));
    for (let seed = 0; seed < 20; seed++) {
      const copy = disturbed(view, { seed, pixels: 1, steps: 1 });
      expect(isCopy(readProbe(templateOf(copy)), readEnrollment(templateOf(view)))).toBe(true);
    }
  });

  it('in one view among others is found', () => {
    expect(isCopy([captureOf(2), stored], [captureOf(8), captureOf(31), stored])).toBe(true);
  });
});

describe('no copy', () => {
  it.each(FINGERS)('another capture of the same finger: finger %i', (finger) => {
    expect(isCopy([captureOf(finger, 1)], [captureOf(finger, 0)])).toBe(false);
  });

  it('another finger', () => {
    expect(isCopy([captureOf(2)], [stored])).toBe(false);
  });

  it('a part of the minutiae', () => {
    const part = { ...stored, minutiae: stored.minutiae.slice(1) };
    expect([isCopy([part], [stored]), isCopy([stored], [part])]).toEqual([false, false]);
  });

  it('views without minutiae', () => {
    const empty = randomView(1, { count: 0 });
    expect([isCopy([empty], [empty]), isCopy([empty], [stored]), isCopy([stored], [empty])]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each(allOrSome([7002, 7005], [7002]))(
    'photos of a finger in one pose: finger %i',
    { timeout: 120_000 },
    (finger) => {
      const shots = Array.from({ length: allOrSome(8, 3) }, (_, shot) => photographed(finger, shot));
      for (const [k, one] of shots.entries())
        for (const other of shots.slice(k + 1)) expect(isCopy([one], [other])).toBe(false);
    },
  );
});

describe('one capture twice', () => {
  it('is found among other captures', () => {
    const again = disturbed(captureOf(12, 1), { seed: 4, pixels: 1, steps: 1 });
    expect(holdsCaptureTwice([stored, captureOf(12, 1), captureOf(12, 2), again])).toBe(true);
  });

  it('is not found in different captures, in one view or in none', () => {
    expect([[stored, captureOf(12, 1), captureOf(12, 2)], [stored], []].map(holdsCaptureTwice)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
