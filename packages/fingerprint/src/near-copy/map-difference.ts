import { MAP } from '../constants.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import { mover, type Alignment } from './alignment.ts';
import { RIDGE_PIXEL, type Capture, type RidgeSamples } from './capture.ts';
import { MAX_FLOW_DEGREES, NUDGES } from './constants.ts';

/** Mean degrees between the ridge directions of two maps where both show the finger. Each cell counts up to MAX_FLOW_DEGREES. */
export function flowDifference(one: Capture, other: Capture, alignment: Alignment): number | undefined {
  const { map } = one;
  if (map === undefined || other.map === undefined) return undefined;
  const move = mover(alignment);
  const turnSteps = (alignment.turn / Math.PI) * MAP.orientationSteps;
  let cells = 0;
  let sum = 0;
  for (let at = 0; at < map.orientation.length; at++) {
    const column = at % map.columns;
    const row = (at - column) / map.columns;
    // Every second cell, like a chessboard, because neighbours hardly differ.
    if (((column + row) & 1) === 1 || map.orientation[at] === MAP.outside) continue;
    const [x, y] = move(
      map.left + (column + 0.5) * MAP.cell - one.points.middleX,
      map.top + (row + 0.5) * MAP.cell - one.points.middleY,
    );
    const there = orientationAt(other.map, x + other.points.middleX, y + other.points.middleY);
    if (there === MAP.outside) continue;
    cells++;
    sum += degreesBetween(map.orientation[at]! + turnSteps, there);
  }
  return cells === 0 ? undefined : sum / cells;
}

function degreesBetween(a: number, b: number): number {
  const steps = Math.abs(a - b - MAP.orientationSteps * Math.round((a - b) / MAP.orientationSteps));
  return Math.min(MAX_FLOW_DEGREES, (steps * 180) / MAP.orientationSteps);
}

/** The value of random maps, used if the maps overlap too little. */
const NOTHING_KNOWN = 0.5;

/**
 * Part of the points where one map has a ridge and the other a valley. Minutiae with noise align two maps only roughly, so the
 * alignment is nudged to the best fit of the ridges.
 */
export function ridgeDifference(one: Capture, other: Capture, alignment: Alignment): number | undefined {
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

function differing({ count, x, y, ridge }: RidgeSamples, { points }: Capture, map: RidgeMap, to: Alignment): number {
  const cos = (Math.cos(to.turn) * to.scale) / RIDGE_PIXEL;
  const sin = (Math.sin(to.turn) * to.scale) / RIDGE_PIXEL;
  const left = (to.shiftX + points.middleX - map.left) / RIDGE_PIXEL;
  const top = (to.shiftY + points.middleY - map.top) / RIDGE_PIXEL;
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
