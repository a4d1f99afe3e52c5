import { FIELD, MAP } from '../constants.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, kernelsFor, newFloats, newHalves, newIntegers, place, run, workRoom } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { type Motions, SETTINGS, twiceRoom } from './motion.ts';

/** The motion from A to B on a coarse grid over A: exact at the nodes, and smooth enough to be shared by the pixels around. */
export interface MotionField {
  readonly columns: number;
  readonly rows: number;
  /** `x`, `y`, `cos`, `sin` and `pairDistance` one after the other, as the kernels take them. */
  readonly numbers: Float32Array;
  /** Where the node lies in B, pixels. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly cos: Float32Array;
  readonly sin: Float32Array;
  /** The turn in MAP.orientationSteps of a half turn, 0 to one half turn. */
  readonly turnSteps: Uint16Array;
  /** Distance to the nearest matched pair. */
  readonly pairDistance: Float32Array;
}

/** Node (c, r) stands in the middle of its FIELD.cellsPerNode × FIELD.cellsPerNode map cells. */
export function motionField(nodes: Nodes, motions: Motions): MotionField {
  const { columns, rows } = nodes;
  const numbers = newFloats(5 * columns * rows);
  const plane = (k: number): Float32Array => numbers.subarray(k * columns * rows, (k + 1) * columns * rows);
  const out = {
    columns,
    rows,
    numbers,
    x: plane(0),
    y: plane(1),
    cos: plane(2),
    sin: plane(3),
    turnSteps: newHalves(columns * rows),
    pairDistance: plane(4),
  };
  const kernels = kernelsFor(numbers, out.turnSteps);
  if (kernels) run(() => fieldByKernel(kernels, nodes, motions, out));
  else fillField(nodes, motions, out);
  return out;
}

function fieldByKernel(kernels: Kernels, { index, x, y }: Nodes, { pairs, count }: Motions, out: MotionField): void {
  const plane = 8 * (index.length + 1);
  // biome-ignore format: one row a line
  kernels.field(
    place(pairs), count, keep(x), keep(y), keep(index), index.length, workRoom(5 * plane), plane, twiceRoom(count),
    place(out.numbers), out.columns * out.rows, place(out.turnSteps), keep(SETTINGS),
  );
}

function fillField(nodes: Nodes, motions: Motions, out: MotionField): void {
  out.pairDistance.fill(Infinity);
  const { numbers: predicted, room } = motions.predictAll(nodes.x, nodes.y);
  for (let k = 0; k < nodes.index.length; k++) {
    const at = nodes.index[k]!;
    const [cos, sin] = [predicted[2 * room + k]!, predicted[3 * room + k]!];
    out.x[at] = predicted[k]!;
    out.y[at] = predicted[room + k]!;
    out.cos[at] = cos;
    out.sin[at] = sin;
    out.pairDistance[at] = predicted[4 * room + k]!;
    const turn = Math.atan2(sin, cos);
    const steps = Math.round((turn / Math.PI) * MAP.orientationSteps);
    out.turnSteps[at] = steps < 0 ? steps + MAP.orientationSteps : steps;
  }
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
  const kernels = kernelsFor(index, x, y);
  const count = kernels
    ? run(() =>
        kernels.nodes(
          keep(map.orientation),
          map.columns,
          map.rows,
          map.left,
          map.top,
          place(index),
          place(x),
          place(y),
        ),
      )
    : findNodes(map, index, x, y);
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
