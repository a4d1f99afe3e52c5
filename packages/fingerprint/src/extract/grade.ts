import { CELL, GRADE, PHASE } from '../constants.ts';
import type { RawMinutia } from './detect.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** How much each minutia is to be believed, 100 at best: is the ridge clear there, and do both enhancement paths see the same? */
export function gradeMinutiae(minutiae: readonly RawMinutia[], clarity: Plane, accord: Plane): void {
  for (const minutia of minutiae) {
    const cell = Math.floor(minutia.y / CELL) * clarity.width + Math.floor(minutia.x / CELL);
    minutia.quality = 100 * clarity.data[cell]! * accord.data[cell]! * (minutia.seenTwice ? 1 : PHASE.once);
  }
}

/** 0 to 100 for the whole touch: how clear its ridges are, how well the paths agree, and less for a touch that shows little. */
export function gradeImage(mask: Mask, clarity: Plane, accord: Plane): number {
  let cells = 0;
  let clear = 0;
  let agreed = 0;
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    cells++;
    clear += clarity.data[i]!;
    agreed += accord.data[i]!;
  }
  const missing = Math.min(0, Math.log((cells * CELL * CELL) / GRADE.fullArea));
  const grade = GRADE.bias + GRADE.clarity * (clear / cells) + GRADE.accord * (agreed / cells) + GRADE.area * missing;
  return Math.round(Math.max(0, Math.min(100, grade)));
}
