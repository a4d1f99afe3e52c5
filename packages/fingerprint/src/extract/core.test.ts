import { expect, it } from 'vitest';
import { ORIENTATION } from '../constants.ts';
import { findCore, seenAround } from './core.ts';
import type { Mask } from './segment.ts';

const SIDE = 80;
const whole: Mask = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE).fill(1) };

/** Ridges that turn around a point and run straight below it, as in a loop. */
function loopAround(x: number, y: number): Parameters<typeof findCore>[0] {
  const step = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [dx, dy] = [(i % SIDE) - x, Math.floor(i / SIDE) - y];
    const angle = dy > 0 ? Math.PI / 2 : (Math.atan2(dy, dx) + 2.5 * Math.PI) % Math.PI;
    return Math.round((angle / Math.PI) * ORIENTATION.steps) % ORIENTATION.steps;
  });
  return { step, coherence: new Float32Array(SIDE * SIDE).fill(1) };
}

it.each([
  [40, 40],
  [24, 52],
])('the core of a loop is found: %i, %i', (x, y) => {
  const core = findCore(loopAround(x, y), whole)!;
  expect(Math.hypot(core.x - x, core.y - y)).toBeLessThan(8);
});

it('without a finger there is no core', () => {
  expect(findCore(loopAround(40, 40), { ...whole, data: new Uint8Array(SIDE * SIDE) })).toBeUndefined();
});

it.each([
  ['all of it in the middle', { x: 40, y: 40 }, 1],
  ['half at a side', { x: 0, y: 40 }, 0.5],
  ['a quarter in a corner', { x: 79, y: 79 }, 0.25],
])('visible share around the core: %s', (_, core, part) => {
  expect(seenAround(core, 64, whole)).toBeCloseTo(part, 1);
});
