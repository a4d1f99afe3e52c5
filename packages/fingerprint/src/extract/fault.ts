import { CELL, FAULT, NO_FINGER, SIGNS } from '../constants.ts';
import type { TouchFault } from '../types.ts';
import { middleOf, seenAround } from './core.ts';
import { fingerLikeness } from './grade.ts';
import { inkOf } from './ink.ts';
import type { Lean } from './lean.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';
import type { Signs } from './signs.ts';

interface Touch {
  readonly mask: Mask;
  readonly lean: Lean;
  readonly signs: Signs;
  /** How many there are. */
  readonly minutiae: number;
  /** As it came, at 500 dpi. */
  readonly picture: Plane;
}

/**
 * What to do better with the next touch. First what is no finger's whatever its skin is like. Then skin so wet that its ridges flow together, which
 * shows little of them too. Little of a finger, or of what lies around its core, and that cut off at one side of the picture, lay at the edge;
 * else little of it is too small. Of the rest, the lean of the picture tells wet skin and dry, and its ink wet skin; and what then still shows what no
 * finger does is none. Undefined where it is none of these.
 */
export function touchFault({ mask, lean, signs, minutiae, picture }: Touch): TouchFault | undefined {
  const ink = inkOf(picture, mask);
  const isBeyond = (wet: { lean: number; ink: number }): boolean => lean.whole < wet.lean || ink > wet.ink;
  const { cells, isCut } = sidesOf(mask, picture);
  const isSmall = cells * CELL * CELL < FAULT.smallArea;
  const lasting = isSmall || isCut ? NO_FINGER.ofAnyPiece : NO_FINGER.ofAnySkin;
  if (fingerLikeness(signs, lasting) === 0) return 'no_finger';
  if (isBeyond(FAULT.veryWet)) return 'too_wet';
  if (isCut && (isSmall || isLittleSeen(signs, mask))) return 'at_edge';
  if (isSmall) return 'too_small';
  if (isBeyond(FAULT.wet)) return 'too_wet';
  if (lean.whole > FAULT.dry) return 'too_dry';
  return fingerLikeness(signs) < 1 || minutiae < NO_FINGER.fewest ? 'no_finger' : undefined;
}

/** Around the core; around the middle where the ridges, as those of an arch, show none: where they bend most may be anywhere. */
function isLittleSeen({ farAroundCore, bend }: Signs, mask: Mask): boolean {
  if (farAroundCore >= FAULT.littleAroundCore) return false;
  return bend >= FAULT.coreBend || seenAround(middleOf(mask), SIGNS.farFromCore, mask) < FAULT.allAroundMiddle;
}

/** How large the finger is, and whether it is cut off at one side alone: a small reader cuts at all sides. */
function sidesOf(mask: Mask, picture: Plane): { cells: number; isCut: boolean } {
  let cells = 0;
  let [left, right, top, bottom] = [0, 0, 0, 0];
  const border = FAULT.padCells;
  const lastColumn = border + Math.ceil(picture.width / CELL) - 1;
  const lastRow = border + Math.ceil(picture.height / CELL) - 1;
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    cells++;
    const row = Math.floor(i / mask.width);
    const column = i - row * mask.width;
    if (column - border < FAULT.nearCells) left++;
    if (lastColumn - column < FAULT.nearCells) right++;
    if (row - border < FAULT.nearCells) top++;
    if (lastRow - row < FAULT.nearCells) bottom++;
  }
  const least = FAULT.cutShare * Math.sqrt(cells) * FAULT.nearCells;
  return { cells, isCut: left > least !== right > least || top > least !== bottom > least };
}
