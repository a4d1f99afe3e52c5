import { expect, it } from 'vitest';
import { touch } from '../../test/finger-touches.ts';
import { MAP } from '../constants.ts';
import { RIDGE_SAMPLES } from './constants.ts';
import { ridgeDifference } from './ridge-difference.ts';
import { ridgeSamples } from './ridge-samples.ts';
import { touchOf, type Touch } from './touch.ts';

const WHERE_IT_IS = { turn: 0, scale: 1, shiftX: 0, shiftY: 0 };

/** Every point that is looked at is turned from ridge to valley, and its neighbours are left: it lies well on neither. */
function hidden({ points, map }: Touch): Touch {
  const ridge = map!.ridge.slice();
  const width = map!.columns * MAP.half;
  const every = Math.max(1, Math.ceil(ridge.length / (4 * RIDGE_SAMPLES)));
  for (let at = width + 1; at < ridge.length - width - 1; at += every)
    if (ridge[at] !== MAP.nothing) ridge[at] = 1 - ridge[at]!;
  const changed = { ...map!, ridge };
  return { points, map: changed, ridges: ridgeSamples(changed, points) };
}

it.each([2, 8, 12, 31])('the map of finger %i does not hide', (finger) => {
  expect(touchOf(touch(finger)).ridges!.isHidden).toBe(false);
});

it('a copy whose map leaves nothing to look at counts as one that does not differ', () => {
  const stolen = touchOf(touch(12));
  const copy = hidden(stolen);
  expect(copy.ridges!.isHidden).toBe(true);
  expect(ridgeDifference(copy, stolen, WHERE_IT_IS)).toBe(0);
});
