import { MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { Alignment } from './alignment.ts';
import { NUDGES } from './constants.ts';
import { RIDGE_PIXEL, type RidgeSamples } from './ridge-samples.ts';
import type { Touch } from './touch.ts';

/** As in a map of chance. */
const NOTHING_KNOWN = 0.5;

/**
 * Part of the points where one map has a ridge and the other a valley, when one lies on the other as a whole. Minutiae with noise align
 * two maps only nearly, so the alignment is nudged to where the ridges fit best.
 */
export function ridgeDifference(one: Touch, other: Touch, alignment: Alignment): number | undefined {
  if (one.ridges === undefined || other.map === undefined) return undefined;
  if (one.ridges.isHidden) return 0;
  let best = alignment;
  let least = differing(one.ridges, other, other.map, best);
  for (const nudge of NUDGES) {
    if (least > nudge.hopeless) break;
    for (const nudged of around(best, nudge)) {
      const here = differing(one.ridges, other, other.map, nudged);
      if (here >= least) continue;
      least = here;
      best = nudged;
    }
  }
  return least;
}

function around(from: Alignment, { pixels, radians, stretch }: (typeof NUDGES)[number]): Alignment[] {
  const { turn, scale, shiftX, shiftY } = from;
  return [-1, 1].flatMap((by) => [
    { ...from, shiftX: shiftX + by * pixels },
    { ...from, shiftY: shiftY + by * pixels },
    { ...from, turn: turn + by * radians },
    { ...from, scale: scale * (1 + by * stretch) },
  ]);
}

function differing(samples: RidgeSamples, { points }: Touch, map: RidgeMap, alignment: Alignment): number {
  const { count, x, y, ridge } = samples;
  const cos = (Math.cos(alignment.turn) * alignment.scale) / RIDGE_PIXEL;
  const sin = (Math.sin(alignment.turn) * alignment.scale) / RIDGE_PIXEL;
  const left = (alignment.shiftX + points.middleX - map.left) / RIDGE_PIXEL;
  const top = (alignment.shiftY + points.middleY - map.top) / RIDGE_PIXEL;
  const width = map.columns * MAP.half;
  const height = map.rows * MAP.half;
  const { ridge: other } = map;
  let known = 0;
  let differ = 0;
  for (let k = 0; k < count; k++) {
    const column = Math.floor(cos * x[k]! - sin * y[k]! + left);
    const row = Math.floor(sin * x[k]! + cos * y[k]! + top);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const there = other[row * width + column]!;
    if (there === MAP.nothing) continue;
    known++;
    if (there !== ridge[k]) differ++;
  }
  return known < count / 4 ? NOTHING_KNOWN : differ / known;
}
