import { FIELD, MAP } from '../constants.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';
import { orientationSimilarity } from './rings.ts';

/** What the two maps say about the part of the finger that both touches show. */
export interface Overlap {
  /** Map cells. */
  readonly cells: number;
  /** −1 to 1: do the ridges run alike there? */
  readonly flow: number;
}

export function overlap(a: RidgeMap, b: RidgeMap, field: MotionField): Overlap {
  let cells = 0;
  let sum = 0;
  for (let row = 0; row < a.rows; row++) {
    // Every second cell, as on a chessboard: neighbours hardly differ.
    for (let column = row & 1; column < a.columns; column += 2) {
      const orientationA = a.orientation[row * a.columns + column]!;
      const node = Math.floor(row / FIELD.cellsPerNode) * field.columns + Math.floor(column / FIELD.cellsPerNode);
      if (orientationA === MAP.outside) continue;
      const x = ((column % FIELD.cellsPerNode) - (FIELD.cellsPerNode - 1) / 2) * MAP.cell;
      const y = ((row % FIELD.cellsPerNode) - (FIELD.cellsPerNode - 1) / 2) * MAP.cell;
      const cos = field.cos[node]!;
      const sin = field.sin[node]!;
      const orientationB = orientationAt(b, field.x[node]! + cos * x - sin * y, field.y[node]! + sin * x + cos * y);
      if (orientationB === MAP.outside) continue;
      cells++;
      sum += orientationSimilarity(orientationA - orientationB + field.turnSteps[node]!);
    }
  }
  return { cells: 2 * cells, flow: cells === 0 ? 0 : sum / cells };
}
