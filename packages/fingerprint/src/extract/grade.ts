import { CELL, GRADE, NO_FINGER, PHASE } from '../constants.ts';
import type { RawMinutia } from './detect.ts';
import type { Plane } from './plane.ts';
import type { SignName, Signs } from './signs.ts';

/** How much each minutia is to be believed, 100 at best: is the ridge clear there, and do both enhancement paths see the same? */
export function gradeMinutiae(minutiae: readonly RawMinutia[], clarity: Plane, accord: Plane): void {
  for (const minutia of minutiae) {
    const cell = Math.floor(minutia.y / CELL) * clarity.width + Math.floor(minutia.x / CELL);
    minutia.quality = 100 * clarity.data[cell]! * accord.data[cell]! * (minutia.seenTwice ? 1 : PHASE.once);
  }
}

/** What is usual of each sign, and what falling short of it costs. */
export interface Grading {
  /** Signs that tell of one thing count as one: each with what is usual and its standard deviation. */
  readonly causes: readonly (readonly (readonly [sign: SignName, usual: number, spread: number])[])[];
  readonly enough: number;
  readonly bias: number;
  readonly scale: number;
}

/**
 * About 0 to 100 for the whole touch: by how much it falls short of what is usual, cause by cause; what is better than usual makes up for
 * little. What shows something that no finger shows is worth nothing, however clear.
 */
export function gradeImage(signs: Signs, grading: Grading = GRADE): number {
  let sum = 0;
  for (const standing of standings(signs, grading)) sum += Math.min(grading.enough, standing);
  return fingerLikeness(signs) * Math.max(0, grading.bias + grading.scale * sum);
}

/** 1 where each of these signs is one that fingers show, 0 where one is that no finger shows. */
export function fingerLikeness(signs: Signs, among: readonly SignName[] = LIMITED): number {
  let least = 1;
  for (const [sign, whole, nothing] of NO_FINGER.limits)
    if (among.includes(sign)) least = Math.min(least, (signs[sign] - nothing) / (whole - nothing));
  return Math.max(0, least);
}

const LIMITED = NO_FINGER.limits.map(([sign]) => sign);

/** Of each cause, in standard deviations from what is usual. */
export function standings(signs: Signs, { causes }: Pick<Grading, 'causes'>): number[] {
  return causes.map((cause) => {
    let sum = 0;
    for (const [sign, usual, spread] of cause) sum += (signs[sign] - usual) / spread;
    return sum / cause.length;
  });
}

/** A whole number, 0 to 100. Waves, however clear, that never end are no finger's. */
export function wholeGrade(grade: number, minutiae: number): number {
  return Math.round(Math.max(0, Math.min(100, grade)) * Math.min(1, minutiae / GRADE.fewest));
}
