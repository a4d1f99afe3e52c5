import { describe, expect, it } from 'vitest';
import { captureOf } from '../../test/finger-captures.ts';
import { platenOf, synthesizeWith } from '../../test/synthetic-conditions.ts';
import { compare, extract, THRESHOLD, type View } from '../index.ts';

const FINGER = 2;
const clear = captureOf(FINGER, 0);

/** Share of the better minutiae of the clear capture that another picture of it shows too. */
const kept = ({ minutiae }: View, counts: (x: number, y: number) => boolean = () => true): number => {
  const wanted = clear.minutiae.filter(({ x, y }) => counts(x, y));
  const found = wanted.filter(({ x, y }) => minutiae.some((other) => Math.hypot(other.x - x, other.y - y) < 6));
  return found.length / wanted.length;
};

describe('the area outside the platen has no minutiae', () => {
  it.each([
    ['white', 0],
    ['dark', 1],
  ])('%s', (_, plate) => {
    const view = extract(synthesizeWith({ finger: FINGER, impression: 0, plate }));
    const { toEdge } = platenOf(plate);
    expect(view.minutiae.filter(({ x, y }) => toEdge(x, y) < 8)).toEqual([]);
    expect(kept(view, (x, y) => toEdge(x, y) > 24)).toBeGreaterThan(0.85);
    expect(compare(view, captureOf(FINGER, 1))).toBeGreaterThan(THRESHOLD);
  });
});

it.each([0.2, 0.1])('nearly all minutiae are found at %f of the contrast', (contrast) => {
  const view = extract(synthesizeWith({ finger: FINGER, impression: 0, contrast }));
  expect(kept(view)).toBeGreaterThan(0.8);
  expect(compare(view, captureOf(FINGER, 1))).toBeGreaterThan(THRESHOLD);
});
