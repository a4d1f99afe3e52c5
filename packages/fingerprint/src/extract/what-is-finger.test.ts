import { describe, expect, it } from 'vitest';
import { touch } from '../../test/finger-touches.ts';
import { platenOf, synthesizeWith } from '../../test/synthetic-conditions.ts';
import { compare, extract, THRESHOLD, type View } from '../index.ts';

const FINGER = 2;
const clear = touch(FINGER, 0);

/** Part of the minutiae of the clear touch, of those that count, which another picture of it shows too. */
const kept = ({ minutiae }: View, counts: (x: number, y: number) => boolean = () => true): number => {
  const wanted = clear.minutiae.filter(({ x, y }) => counts(x, y));
  const found = wanted.filter(({ x, y }) => minutiae.some((other) => Math.hypot(other.x - x, other.y - y) < 6));
  return found.length / wanted.length;
};

describe('what lies beyond the glass is no finger', () => {
  it.each([
    ['white', 0],
    ['dark', 1],
  ])('%s', (_, plate) => {
    const view = extract(synthesizeWith({ finger: FINGER, impression: 0, plate }));
    const { toEdge } = platenOf(plate);
    expect(view.minutiae.filter(({ x, y }) => toEdge(x, y) < 8)).toEqual([]);
    expect(kept(view, (x, y) => toEdge(x, y) > 24)).toBeGreaterThan(0.85);
    expect(compare(view, touch(FINGER, 1))).toBeGreaterThan(THRESHOLD);
  });
});

it.each([0.2, 0.1])('of a touch with %f of its contrast nearly all minutiae are kept', (contrast) => {
  const view = extract(synthesizeWith({ finger: FINGER, impression: 0, contrast }));
  expect(kept(view)).toBeGreaterThan(0.8);
  expect(compare(view, touch(FINGER, 1))).toBeGreaterThan(THRESHOLD);
});
