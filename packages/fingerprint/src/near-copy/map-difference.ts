import { MAP } from '../constants.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import { mover, turned, type Alignment } from './alignment.ts';
import { RIDGE_PIXEL, type Capture, type RidgeSamples } from './capture.ts';
import { MAX_FLOW_DEGREES, NUDGES } from './constants.ts';

/** Radians of each step of a map's directions. */
const TURNS = Array.from({ length: MAP.outside }, (_, step) => (step * Math.PI) / MAP.orientationSteps);

/** Mean degrees between the ridge directions of two maps where both show the finger. Each cell counts up to MAX_FLOW_DEGREES. */
export function flowDifference(one: Capture, other: Capture, alignment: Alignment): number | undefined {
  const { map } = one;
  if (map === undefined || other.map === undefined) return undefined;
  const move = mover(alignment);
  const moved = TURNS.map((angle) => (turned(alignment, angle) / Math.PI) * MAP.orientationSteps);
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
    sum += degreesBetween(moved[map.orientation[at]!]!, there);
  }
  return cells === 0 ? undefined : sum / cells;
}

function degreesBetween(a: number, b: number): number {
  const steps = Math.abs(a - b - MAP.orientationSteps * Math.round((a - b) / MAP.orientationSteps));
  return Math.min(MAX_FLOW_DEGREES, (steps * 180) / MAP.orientationSteps);
}

/** The alignment under which the fewest ridges lie on valleys. */
export function closestMaps(one: Capture, other: Capture, alignments: readonly Alignment[]): Alignment {
  const [first, ...others] = alignments;
  const { ridges } = one;
  const { map } = other;
  if (ridges === undefined || map === undefined) return first!;
  const apart = (alignment: Alignment): number => differing(ridges, other, map, alignment);
  return others.reduce((best, alignment) => (apart(alignment) < apart(best) ? alignment : best), first!);
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
    for (const nudged of around(best, nudge)) {
      const here = differing(one.ridges, other, other.map, nudged);
      if (here >= least) continue;
      least = here;
      best = nudged;
    }
  }
  return least;
}

/** Each number of the alignment a step to either side, about the middle of the minutiae. */
function around(from: Alignment, { pixels, bend }: (typeof NUDGES)[number]): Alignment[] {
  return [-1, 1].flatMap((by) => [
    { ...from, shiftX: from.shiftX + by * pixels },
    { ...from, shiftY: from.shiftY + by * pixels },
    { ...from, xx: from.xx + by * bend },
    { ...from, xy: from.xy + by * bend },
    { ...from, yx: from.yx + by * bend },
    { ...from, yy: from.yy + by * bend },
  ]);
}

function differing({ count, x, y, ridge }: RidgeSamples, { points }: Capture, map: RidgeMap, to: Alignment): number {
  const [xx, xy] = [to.xx / RIDGE_PIXEL, to.xy / RIDGE_PIXEL];
  const [yx, yy] = [to.yx / RIDGE_PIXEL, to.yy / RIDGE_PIXEL];
  const left = (to.shiftX + points.middleX - map.left) / RIDGE_PIXEL;
  const top = (to.shiftY + points.middleY - map.top) / RIDGE_PIXEL;
  const width = map.columns * MAP.half;
  const height = map.rows * MAP.half;
  const { ridge: other } = map;
  let known = 0;
  let differ = 0;
  for (let k = 0; k < count; k++) {
    const column = Math.floor(xx * x[k]! + xy * y[k]! + left);
    const row = Math.floor(yx * x[k]! + yy * y[k]! + top);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const there = other[row * width + column]!;
    if (there === MAP.nothing) continue;
    known++;
    if (there !== ridge[k]) differ++;
  }
  return known < count / 4 ? NOTHING_KNOWN : differ / known;
}
