import { FIELD, MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { Motions } from './motion.ts';

/** The motion from A to B on a coarse grid over A: exact at the nodes, and smooth enough to be shared by the pixels around. */
export interface MotionField {
  readonly columns: number;
  readonly rows: number;
  /** Where the node lies in B, pixels. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly cos: Float32Array;
  readonly sin: Float32Array;
  /** The turn in MAP.orientationSteps of a half turn, 0 to one half turn. */
  readonly turnSteps: Int16Array;
  /** Distance to the nearest matched pair. */
  readonly pairDistance: Float32Array;
}

/** Node (c, r) stands in the middle of its FIELD.cellsPerNode × FIELD.cellsPerNode map cells. */
export function motionField(map: RidgeMap, motions: Motions): MotionField {
  const columns = Math.ceil(map.columns / FIELD.cellsPerNode);
  const rows = Math.ceil(map.rows / FIELD.cellsPerNode);
  const plane = (): Float32Array => new Float32Array(columns * rows);
  const out = {
    columns,
    rows,
    x: plane(),
    y: plane(),
    cos: plane(),
    sin: plane(),
    turnSteps: new Int16Array(columns * rows),
    pairDistance: plane(),
  };
  const side = FIELD.cellsPerNode * MAP.cell;
  for (let at = 0; at < columns * rows; at++) {
    if (!showsFinger(map, at % columns, Math.floor(at / columns))) {
      out.pairDistance[at] = Infinity;
      continue;
    }
    out.pairDistance[at] = motions.predict(
      map.left + ((at % columns) + 0.5) * side,
      map.top + (Math.floor(at / columns) + 0.5) * side,
      -1,
    );
    out.x[at] = motions.x;
    out.y[at] = motions.y;
    out.cos[at] = motions.cos;
    out.sin[at] = motions.sin;
    const steps = Math.round((motions.turn() / Math.PI) * MAP.orientationSteps);
    out.turnSteps[at] = steps < 0 ? steps + MAP.orientationSteps : steps;
  }
  return out;
}

/** Does any cell of the node show the finger? The rest need no motion. */
function showsFinger(map: RidgeMap, column: number, row: number): boolean {
  const right = Math.min(map.columns, (column + 1) * FIELD.cellsPerNode);
  const bottom = Math.min(map.rows, (row + 1) * FIELD.cellsPerNode);
  for (let r = row * FIELD.cellsPerNode; r < bottom; r++) {
    for (let c = column * FIELD.cellsPerNode; c < right; c++)
      if (map.orientation[r * map.columns + c] !== MAP.outside) return true;
  }
  return false;
}
