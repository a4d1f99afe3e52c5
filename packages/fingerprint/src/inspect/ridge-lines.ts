import { MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { isInner } from './inner-cell.ts';

/** How the ridges of a map really run. Means over the cells that lie wholly within the finger. */
export interface RidgeLines {
  /** Radians between the stated directions and those of the ridges. */
  readonly turn: number;
  readonly coherence: number;
  readonly steps: number;
}

/** Sums of squared steps between ridge and valley per cell: along x minus along y, twice their product, and both together. */
interface Steps {
  readonly double: Float32Array;
  readonly cross: Float32Array;
  readonly all: Float32Array;
}

const HALF_STEPS = MAP.orientationSteps / 2;
const PIXELS = 9 * MAP.half * MAP.half;

export function ridgeLines(map: RidgeMap): RidgeLines {
  const found = stepsPerCell(map);
  let cells = 0;
  let turn = 0;
  let coherence = 0;
  let steps = 0;
  for (let cell = 0; cell < map.orientation.length; cell++) {
    // Every second cell, as on a chessboard: neighbours hardly differ.
    if (((cell % map.columns) + Math.floor(cell / map.columns)) % 2 === 1) continue;
    if (map.orientation[cell] === MAP.outside || !isInner(map, cell)) continue;
    const double = sumAround(found.double, cell, map.columns);
    const cross = sumAround(found.cross, cell, map.columns);
    const all = sumAround(found.all, cell, map.columns);
    cells++;
    steps += all / PIXELS;
    coherence += Math.sqrt(double * double + cross * cross) / Math.max(1, all);
    turn += Math.abs(stepsApart(Math.atan2(cross, double), map.orientation[cell]!));
  }
  const count = Math.max(1, cells);
  return {
    turn: ((turn / count) * Math.PI) / MAP.orientationSteps,
    coherence: coherence / count,
    steps: steps / count,
  };
}

/** Ridges run at a right angle to the steps, whose doubled angle this is. Directions are half turns in MAP.orientationSteps. */
function stepsApart(doubledAngle: number, orientation: number): number {
  const along = (doubledAngle / (2 * Math.PI)) * MAP.orientationSteps + HALF_STEPS;
  const apart = (along - orientation) % MAP.orientationSteps;
  if (apart > HALF_STEPS) return apart - MAP.orientationSteps;
  return apart < -HALF_STEPS ? apart + MAP.orientationSteps : apart;
}

function sumAround(values: Float32Array, cell: number, columns: number): number {
  let sum = 0;
  for (let at = cell - columns; at <= cell + columns; at += columns)
    sum += values[at - 1]! + values[at]! + values[at + 1]!;
  return sum;
}

function stepsPerCell(map: RidgeMap): Steps {
  const plane = (): Float32Array => new Float32Array(map.orientation.length);
  const out = { double: plane(), cross: plane(), all: plane() };
  const width = map.columns * MAP.half;
  // Beyond the finger there is nothing to learn. Cells at the edge of the map are not used: what follows their last pixels may be anything.
  const { ridge } = map;
  const last = ridge.length - width - 1;
  for (let cell = 0; cell < map.orientation.length; cell++) {
    if (map.orientation[cell] === MAP.outside) continue;
    const corner = Math.floor(cell / map.columns) * MAP.half * width + (cell % map.columns) * MAP.half;
    let double = 0;
    let cross = 0;
    let all = 0;
    for (let row = corner; row < corner + MAP.half * width && row + MAP.half <= last; row += width) {
      for (let i = row; i < row + MAP.half; i++) {
        const a = ridge[i]!;
        const b = ridge[i + 1]!;
        const c = ridge[i + width]!;
        const d = ridge[i + width + 1]!;
        if ((a | b | c | d) >= MAP.nothing) continue;
        const x = b + d - a - c;
        const y = c + d - a - b;
        double += x * x - y * y;
        cross += 2 * x * y;
        all += x * x + y * y;
      }
    }
    out.double[cell] = double;
    out.cross[cell] = cross;
    out.all[cell] = all;
  }
  return out;
}
