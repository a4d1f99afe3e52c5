import { FIELD, MAP } from '../constants.ts';
import { addressOf, newFloats, newIntegers, place, withKernels } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { Motions } from './motion.ts';

/** The motion from A to B on a coarse grid over A: exact at the nodes, and smooth enough to be shared by the pixels around. */
export interface MotionField {
  readonly columns: number;
  readonly rows: number;
  /** Where each node lies in B (x of all, then y), cosine and sine of the turn there, and the distance to the nearest matched pair. */
  readonly numbers: Float32Array;
  /** The turn in MAP.orientationSteps of a half turn, 0 to one half turn. */
  readonly turnSteps: Int32Array;
}

/** Node (c, r) stands in the middle of its FIELD.cellsPerNode × FIELD.cellsPerNode map cells. */
export function motionField({ columns, rows, index, x, y }: Nodes, { pairs, count }: Motions): MotionField {
  const nodes = columns * rows;
  const [numbers, turnSteps] = [newFloats(5 * nodes), newIntegers(nodes)];
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.field(
    place(pairs), count, place(x), place(y), place(index), index.length, addressOf(numbers), nodes, addressOf(turnSteps),
  ));
  return { columns, rows, numbers, turnSteps };
}

/** The nodes that show any of the finger, and where they lie in A: the rest need no motion. */
export interface Nodes {
  readonly columns: number;
  readonly rows: number;
  readonly index: Int32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

export function nodesOf(map: RidgeMap): Nodes {
  const columns = Math.ceil(map.columns / FIELD.cellsPerNode);
  const rows = Math.ceil(map.rows / FIELD.cellsPerNode);
  const [index, x, y] = [newIntegers(columns * rows), newFloats(columns * rows), newFloats(columns * rows)];
  const count = findNodes(map, index, x, y);
  return { columns, rows, index: index.subarray(0, count), x: x.subarray(0, count), y: y.subarray(0, count) };
}

function findNodes(map: RidgeMap, index: Int32Array, x: Float32Array, y: Float32Array): number {
  const side = FIELD.cellsPerNode * MAP.cell;
  const columns = Math.ceil(map.columns / FIELD.cellsPerNode);
  let count = 0;
  for (let at = 0; at < index.length; at++) {
    const column = at % columns;
    const row = (at - column) / columns;
    if (!showsFinger(map, column, row)) continue;
    index[count] = at;
    x[count] = map.left + (column + 0.5) * side;
    y[count++] = map.top + (row + 0.5) * side;
  }
  return count;
}

/** Does any cell of the node show the finger? */
function showsFinger(map: RidgeMap, column: number, row: number): boolean {
  const right = Math.min(map.columns, (column + 1) * FIELD.cellsPerNode);
  const bottom = Math.min(map.rows, (row + 1) * FIELD.cellsPerNode);
  for (let r = row * FIELD.cellsPerNode; r < bottom; r++) {
    for (let c = column * FIELD.cellsPerNode; c < right; c++)
      if (map.orientation[r * map.columns + c] !== MAP.outside) return true;
  }
  return false;
}
