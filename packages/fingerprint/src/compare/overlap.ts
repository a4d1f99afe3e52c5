import { FIELD, MAP } from '../constants.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, kernelsFor, lying, place, run, workRoom } from '../kernels/memory.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';
import { LEAST, ORIENTATION_SIMILARITY, orientationSimilarity } from './rings.ts';

/** What the two maps say about the part of the finger that both touches show. */
export interface Overlap {
  /** Map cells. */
  readonly cells: number;
  /** −1 to 1: do the ridges run alike there? */
  readonly flow: number;
}

export function overlap(a: RidgeMap, b: RidgeMap, field: MotionField): Overlap {
  const kernels = kernelsFor();
  if (kernels) return run(() => byKernel(kernels, a, b, field));
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
  return overlapOf(cells, sum);
}

function overlapOf(cells: number, sum: number): Overlap {
  return { cells: 2 * cells, flow: cells === 0 ? 0 : sum / cells };
}

function byKernel(kernels: Kernels, a: RidgeMap, b: RidgeMap, field: MotionField): Overlap {
  const cells = workRoom(4);
  // biome-ignore format: one row a line
  const sum = kernels.overlap(
    keep(a.orientation), a.columns, a.rows, place(field.numbers), place(field.turnSteps), 4 * field.x.length,
    keep(b.orientation), b.columns, b.rows, b.left, b.top,
    keep(ORIENTATION_SIMILARITY) + 8 * LEAST, cells,
  );
  return overlapOf(lying.integers(cells, 1)[0]!, sum);
}
