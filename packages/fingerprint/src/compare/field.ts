import { FIELD, MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { Motions } from './motion.ts';

/** The motion from A to B on a coarse grid over A: exact at the nodes, and smooth enough to be shared by the pixels around. */
export interface MotionField {
  readonly columns: number;
  readonly rows: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly turn: Float32Array;
  /** Distance to the nearest matched pair. */
  readonly far: Float32Array;
}

/** Node (c, r) stands in the middle of its FIELD.node × FIELD.node map cells. */
export function motionField(map: RidgeMap, motions: Motions): MotionField {
  const columns = Math.ceil(map.columns / FIELD.node);
  const rows = Math.ceil(map.rows / FIELD.node);
  const size = columns * rows;
  const out = { columns, rows, x: new Float32Array(size), y: new Float32Array(size), turn: new Float32Array(size), far: new Float32Array(size) };
  for (let r = 0, at = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++, at++) {
      out.far[at] = motions.predict(map.left + (c + 0.5) * FIELD.node * MAP.cell, map.top + (r + 0.5) * FIELD.node * MAP.cell, -1);
      out.x[at] = motions.x;
      out.y[at] = motions.y;
      out.turn[at] = motions.turn;
    }
  }
  return out;
}
