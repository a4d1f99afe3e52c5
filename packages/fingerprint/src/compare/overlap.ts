import { FIELD, MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';
import { ALIKE, turnAt } from './rings.ts';

/** What two maps say about laying the second over the first. */
export interface Overlap {
  /** Map cells that both fingers cover. */
  readonly cells: number;
  /** −1 to 1: do the ridges run alike there? */
  readonly flow: number;
}

export function overlap(a: RidgeMap, b: RidgeMap, field: MotionField): Overlap {
  let cells = 0;
  let sum = 0;
  const middle = (FIELD.node * MAP.cell - MAP.cell) / 2;
  for (let r = 0, node = 0; r < field.rows; r++) {
    for (let c = 0; c < field.columns; c++, node++) {
      if (field.far[node]! > FIELD.reach) continue;
      const cos = Math.cos(field.turn[node]!);
      const sin = Math.sin(field.turn[node]!);
      const steps = (field.turn[node]! / Math.PI) * MAP.turnSteps;
      const turned = Math.round(steps - MAP.turnSteps * Math.floor(steps / MAP.turnSteps));
      for (let k = 0; k < FIELD.node * FIELD.node; k++) {
        const column = c * FIELD.node + (k % FIELD.node);
        const row = r * FIELD.node + Math.floor(k / FIELD.node);
        if (column >= a.columns || row >= a.rows) continue;
        const turnA = a.turn[row * a.columns + column]!;
        if (turnA === MAP.outside) continue;
        const x = (k % FIELD.node) * MAP.cell - middle;
        const y = Math.floor(k / FIELD.node) * MAP.cell - middle;
        const turnB = turnAt(b, field.x[node]! + cos * x - sin * y, field.y[node]! + sin * x + cos * y);
        if (turnB === MAP.outside) continue;
        cells++;
        const off = turnA + turned - turnB;
        sum += ALIKE[off > MAP.turnSteps ? off - MAP.turnSteps : off + MAP.turnSteps]!;
      }
    }
  }
  return { cells, flow: cells === 0 ? 0 : sum / cells };
}
