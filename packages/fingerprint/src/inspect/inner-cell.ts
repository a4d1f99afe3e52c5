import { MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';

/** Do all eight cells around it show the finger? */
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
