import { expect, it } from 'vitest';
import { EVIDENCE } from '../constants.ts';
import type { Minutia } from '../types.ts';
import { minutiaArrays } from './minutia-arrays.ts';
import { isInside, outline } from './outline.ts';

const at = (x: number, y: number): Minutia => ({ x, y, direction: 0, type: 'ending', quality: 50 });
const outlineOf = (...minutiae: Minutia[]): Float32Array =>
  outline(minutiaArrays({ width: 500, height: 500, dpi: 500, quality: 80, minutiae }, minutiae.length));

it('the outline is the convex hull of the minutiae plus a margin', () => {
  const edges = outlineOf(at(100, 100), at(300, 100), at(200, 120), at(300, 400), at(100, 400));
  const inside = (x: number, y: number): boolean => isInside(edges, x, y);
  expect([inside(200, 250), inside(100 - EVIDENCE.margin + 1, 250)]).toEqual([true, true]);
  expect([inside(100 - EVIDENCE.margin - 1, 250), inside(200, 401 + EVIDENCE.margin), inside(450, 50)]).toEqual([
    false,
    false,
    false,
  ]);
});
