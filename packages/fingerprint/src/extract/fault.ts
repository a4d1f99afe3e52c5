import { CELL, FAULT, NO_FINGER, MEASURES, PAD } from '../constants.ts';
import type { CaptureFault } from '../types.ts';
import { middleOf, seenAround } from './core.ts';
import { fingerLikeness } from './grade.ts';
import { darkShare, type Moisture } from './moisture.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';
import type { Measures } from './quality-measures.ts';

interface PoorCapture {
  readonly mask: Mask;
  readonly moisture: Moisture;
  readonly measures: Measures;
  readonly minutiae: number;
  readonly picture: Plane;
}

/** The order matters: wet skin shows little of the ridges, and wet or dry skin fails some limits of a finger. */
export function captureFault({ mask, moisture, measures, minutiae, picture }: PoorCapture): CaptureFault | undefined {
  const dark = darkShare(picture, mask);
  const isBeyond = (wet: { skewness: number; dark: number }): boolean =>
    moisture.skewness < wet.skewness || dark > wet.dark;
  const { cells, isCut } = sidesOf(mask, picture);
  const isSmall = cells * CELL * CELL < FAULT.smallArea;
  const lasting = isSmall || isCut ? NO_FINGER.ofAnyPiece : NO_FINGER.ofAnySkin;
  if (fingerLikeness(measures, lasting) === 0) return 'no_finger';
  if (isBeyond(FAULT.veryWet)) return 'too_wet';
  if (isCut && (isSmall || isLittleSeen(measures, mask))) return 'at_edge';
  if (isSmall) return 'too_small';
  if (isBeyond(FAULT.wet)) return 'too_wet';
  if (moisture.skewness > FAULT.dry) return 'too_dry';
  return fingerLikeness(measures) < 1 || minutiae < NO_FINGER.fewest ? 'no_finger' : undefined;
}

/** Around the core, or around the middle if there is no core, as in an arch. */
function isLittleSeen({ farAroundCore, bend }: Measures, mask: Mask): boolean {
  if (farAroundCore >= FAULT.littleAroundCore) return false;
  return bend >= FAULT.coreBend || seenAround(middleOf(mask), MEASURES.farFromCore, mask) < FAULT.allAroundMiddle;
}

/** The finger's size, and whether it is cut off at one side only: a small sensor cuts at all sides. */
function sidesOf(mask: Mask, picture: Plane): { cells: number; isCut: boolean } {
  let cells = 0;
  let [left, right, top, bottom] = [0, 0, 0, 0];
  const border = PAD / CELL;
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
