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

/** What a touch is judged by, per cell where nothing else is said. */
interface Signs {
  readonly clarity: Plane;
  readonly accord: Plane;
  readonly period: Plane;
  /** Of the picture as it came. */
  readonly coherence: Float32Array;
  /** Of the whole touch. */
  readonly lean: number;
}

/**
 * About 0 to 100 for the whole touch: how clear its ridges are, how well the paths agree, and less for a touch that shows little, is wet, or
 * whose ridge period jumps from place to place, as blots, tears and dirt make it.
 */
export function gradeImage(mask: Mask, { clarity, accord, period, coherence, lean }: Signs, minutiae: number): number {
  let cells = 0;
  let oneWay = 0;
  let periods = 0;
  let squares = 0;
  let clear = 0;
  let agreed = 0;
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    cells++;
    clear += clarity.data[i]!;
    agreed += accord.data[i]!;
    oneWay += coherence[i]!;
    periods += period.data[i]!;
    squares += period.data[i]! ** 2;
  }
  const spread = Math.sqrt(Math.max(0, squares / cells - (periods / cells) ** 2));
  const missing = Math.min(0, Math.log((cells * CELL * CELL) / GRADE.fullArea));
  const grade =
    GRADE.bias +
    GRADE.clarity * (clear / cells) +
    GRADE.accord * (agreed / cells) +
    GRADE.area * missing +
    GRADE.unsteady * (spread - GRADE.usualSpread) +
    GRADE.wet * Math.min(0, lean) +
    GRADE.minutia * (Math.min(GRADE.many, minutiae) - GRADE.usualMinutiae);
  // Waves that run two ways at one place, however clear, are no finger's.
  const { least, enough } = GRADE.coherence;
  return grade * Math.max(0, Math.min(1, (oneWay / cells - least) / (enough - least)));
}

/** A whole number, 0 to 100. Waves, however clear, that never end are no finger's. */
export function wholeGrade(grade: number, minutiae: number): number {
  return Math.round(Math.max(0, Math.min(100, grade)) * Math.min(1, minutiae / GRADE.fewest));
}
