import { MAP } from '../constants.ts';
import { orientationAt } from '../ridges/map.ts';
import type { Alignment } from './alignment.ts';
import { MAX_FLOW_DEGREES } from './constants.ts';
import type { Touch } from './touch.ts';

/** Degrees by which the ridges of the two maps run differently where both show the finger, in the mean; each cell counts up to MAX_FLOW_DEGREES. */
export function flowDifference(one: Touch, other: Touch, alignment: Alignment): number | undefined {
  const { map } = one;
  if (map === undefined || other.map === undefined) return undefined;
  const cos = Math.cos(alignment.turn) * alignment.scale;
  const sin = Math.sin(alignment.turn) * alignment.scale;
  const turnSteps = (alignment.turn / Math.PI) * MAP.orientationSteps;
  let cells = 0;
  let sum = 0;
  for (let at = 0; at < map.orientation.length; at++) {
    const column = at % map.columns;
    const row = (at - column) / map.columns;
    // Every second cell, as on a chessboard: neighbours hardly differ.
    if (((column + row) & 1) === 1 || map.orientation[at] === MAP.outside) continue;
    const x = map.left + (column + 0.5) * MAP.cell - one.points.middleX;
    const y = map.top + (row + 0.5) * MAP.cell - one.points.middleY;
    const there = orientationAt(
      other.map,
      cos * x - sin * y + alignment.shiftX + other.points.middleX,
      sin * x + cos * y + alignment.shiftY + other.points.middleY,
    );
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
