import { CELL, GRADE, NO_FINGER, PHASE } from '../constants.ts';
import type { RawMinutia } from './detect.ts';
import type { Plane } from './plane.ts';
import type { MeasureName, Measures } from './quality-measures.ts';

/** Quality of each minutia, up to 100: by the clarity of the ridge and the agreement of both enhancement paths. */
export function gradeMinutiae(minutiae: readonly RawMinutia[], clarity: Plane, pathAgreement: Plane): void {
  for (const minutia of minutiae) {
    const cell = Math.floor(minutia.y / CELL) * clarity.width + Math.floor(minutia.x / CELL);
    minutia.quality = 100 * clarity.data[cell]! * pathAgreement.data[cell]! * (minutia.confirmed ? 1 : PHASE.once);
  }
}

export interface Grading {
  readonly causes: readonly (readonly (readonly [measure: MeasureName, usual: number, spread: number])[])[];
  readonly enough: number;
  readonly bias: number;
  readonly scale: number;
}

/** Better values compensate for little. A capture beyond the limits of a finger is 0. */
export function gradeImage(measures: Measures, grading: Grading = GRADE): number {
  let sum = 0;
  for (const score of zScores(measures, grading)) sum += Math.min(grading.enough, score);
  return fingerLikeness(measures) * Math.max(0, grading.bias + grading.scale * sum);
}

export function fingerLikeness(measures: Measures, among: readonly MeasureName[] = LIMITED): number {
  let least = 1;
  for (const [measure, whole, nothing] of NO_FINGER.limits)
    if (among.includes(measure)) least = Math.min(least, (measures[measure] - nothing) / (whole - nothing));
  return Math.max(0, least);
}

const LIMITED = NO_FINGER.limits.map(([measure]) => measure);

export function zScores(measures: Measures, { causes }: Pick<Grading, 'causes'>): number[] {
  return causes.map((cause) => {
    let sum = 0;
    for (const [measure, usual, spread] of cause) sum += (measures[measure] - usual) / spread;
    return sum / cause.length;
  });
}

/** A whole number, 0 to 100. Clear waves without minutiae are not a finger. */
export function wholeGrade(grade: number, minutiae: number): number {
  return Math.round(Math.max(0, Math.min(100, grade)) * Math.min(1, minutiae / GRADE.fewest));
}
