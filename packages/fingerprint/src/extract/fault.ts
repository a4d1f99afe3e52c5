import { CELL, FAULT } from '../constants.ts';
import type { TouchFault } from '../types.ts';
import type { Mask } from './segment.ts';

/**
 * What to do better with the next touch. Little of a finger, and that at one side of the picture, lay at the edge; else it is too small. Of the
 * rest, the lean of the picture tells wet skin and dry. Undefined where it is neither.
 */
export function touchFault(
  mask: Mask,
  lean: number,
  picture: { readonly width: number; readonly height: number },
): TouchFault | undefined {
  let cells = 0;
  const sides = { left: 0, right: 0, top: 0, bottom: 0 };
  const border = FAULT.padCells;
  const lastColumn = border + Math.ceil(picture.width / CELL) - 1;
  const lastRow = border + Math.ceil(picture.height / CELL) - 1;
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    cells++;
    const column = i % mask.width;
    const row = Math.floor(i / mask.width);
    if (column - border < FAULT.nearCells) sides.left++;
    if (lastColumn - column < FAULT.nearCells) sides.right++;
    if (row - border < FAULT.nearCells) sides.top++;
    if (lastRow - row < FAULT.nearCells) sides.bottom++;
  }
  if (cells * CELL * CELL < FAULT.smallArea) return isOneSided(sides, cells) ? 'at_edge' : 'too_small';
  if (lean < FAULT.wet) return 'too_wet';
  return lean > FAULT.dry ? 'too_dry' : undefined;
}

/** Cut off at one side alone: a small reader cuts at all sides. */
function isOneSided(sides: { left: number; right: number; top: number; bottom: number }, cells: number): boolean {
  const least = FAULT.cutShare * Math.sqrt(cells) * FAULT.nearCells;
  const cut = (count: number): boolean => count > least;
  return cut(sides.left) !== cut(sides.right) || cut(sides.top) !== cut(sides.bottom);
}
