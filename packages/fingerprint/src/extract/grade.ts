import { CELL, GRADE } from '../constants.ts';
import type { Mark } from './detect.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** How much each minutia is to be believed, 1 to 100: is the ridge clear there, and do both enhancement paths see the same? */
export function gradeMinutiae(marks: readonly Mark[], clarity: Plane, accord: Plane): void {
  for (const mark of marks) {
    const cell = Math.floor(mark.y / CELL) * clarity.width + Math.floor(mark.x / CELL);
    mark.quality = Math.round(Math.max(1, Math.min(100, 100 * clarity.data[cell]! * accord.data[cell]!)));
  }
}

/** 0 to 100 for the whole touch: how large the finger is, how clear its ridges are, how well the paths agree. */
export function gradeImage(mask: Mask, clarity: Plane, accord: Plane, marks: readonly Mark[]): number {
  let cells = 0;
  let clear = 0;
  let agreed = 0;
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    cells++;
    clear += clarity.data[i]!;
    agreed += accord.data[i]!;
  }
  const good = marks.reduce((sum, mark) => sum + mark.quality / 100, 0);
  const values = [Math.log(cells * CELL * CELL), clear / cells, agreed / cells, Math.log1p(good)];
  const grade = values.reduce((sum, value, k) => sum + value * GRADE.weights[k]!, GRADE.bias);
  return Math.round(Math.max(0, Math.min(100, grade)));
}
