import { MAP } from '../constants.ts';
import { newFloats } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';

const HALF_STEPS = MAP.orientationSteps / 2;
const PIXELS = 9 * MAP.half * MAP.half;

/** Means over the inner cells. `turn`: radians between the stated directions and those of the ridges. */
export function ridgeLines(map: RidgeMap): { turn: number; coherence: number; steps: number } {
  const found = stepsPerCell(map);
  let [cells, turn, coherence, steps] = [0, 0, 0, 0];
  for (let cell = 0; cell < map.orientation.length; cell++) {
    // Every second cell, like a chessboard, because neighbors hardly differ.
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

/** Ridges run at a right angle to the steps. Directions are half turns in MAP.orientationSteps. */
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

/** Per cell, sums over the steps (x, y) between ridge and valley: x² − y², 2xy, and x² + y². */
function stepsPerCell(map: RidgeMap): Readonly<Record<'double' | 'cross' | 'all', Float32Array>> {
  const plane = (): Float32Array => newFloats(map.orientation.length);
  const out = { double: plane(), cross: plane(), all: plane() };
  const width = map.columns * MAP.half;
  // Cells at the edge of the map are not used, so values beyond their last pixels do not matter.
  const { ridge } = map;
  const last = ridge.length - width - 1;
  for (let cell = 0; cell < map.orientation.length; cell++) {
    if (map.orientation[cell] === MAP.outside) continue;
    const corner = Math.floor(cell / map.columns) * MAP.half * width + (cell % map.columns) * MAP.half;
    let [double, cross, all] = [0, 0, 0];
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

export function isInner({ orientation, columns, rows }: RidgeMap, cell: number): boolean {
  const column = cell % columns;
  if (column === 0 || column === columns - 1 || cell < columns || cell >= columns * (rows - 1)) return false;
  for (let above = cell - columns; above <= cell + columns; above += columns) {
    if (
      orientation[above - 1] === MAP.outside ||
      orientation[above] === MAP.outside ||
      orientation[above + 1] === MAP.outside
    )
      return false;
  }
  return true;
}
