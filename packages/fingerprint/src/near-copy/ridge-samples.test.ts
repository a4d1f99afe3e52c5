import { expect, it } from 'vitest';
import { touch } from '../../test/finger-touches.ts';
import { MAP } from '../constants.ts';
import { captureOf, ridgeSamples, type Capture } from './capture.ts';
import { RIDGE_SAMPLES } from './constants.ts';
import { ridgeDifference } from './map-difference.ts';

const WHERE_IT_IS = { xx: 1, xy: 0, yx: 0, yy: 1, shiftX: 0, shiftY: 0 };

/** Inverts every point that is examined and leaves its neighbours, so that no examined point is clear. */
function hidden({ points, map }: Capture): Capture {
  const ridge = map!.ridge.slice();
  const width = map!.columns * MAP.half;
  const every = Math.max(1, Math.ceil(ridge.length / (4 * RIDGE_SAMPLES)));
  for (let at = width + 1; at < ridge.length - width - 1; at += every)
    if (ridge[at] !== MAP.nothing) ridge[at] = 1 - ridge[at]!;
  const changed = { ...map!, ridge };
  return { points, map: changed, ridges: ridgeSamples(changed, points) };
}

it.each([2, 8, 12, 31])('the map of finger %i does not hide', (finger) => {
  expect(captureOf(touch(finger)).ridges!.isHidden).toBe(false);
});

it('a copied template whose map hides from the check counts as identical', () => {
  const stolen = captureOf(touch(12));
  const copy = hidden(stolen);
  expect(copy.ridges!.isHidden).toBe(true);
  expect(ridgeDifference(copy, stolen, WHERE_IT_IS)).toBe(0);
});
