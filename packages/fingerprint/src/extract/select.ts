import type { Mark } from './detect.ts';

/**
 * The best `max` marks, in the order they came: equal pictures give equal records. Of marks of one quality those nearest to the middle
 * of all marks stay, because another touch of the finger is most likely to show them too.
 */
export function selectBest(marks: readonly Mark[], max: number): Mark[] {
  if (marks.length <= max) return [...marks];
  const x = mean(marks.map((mark) => mark.x));
  const y = mean(marks.map((mark) => mark.y));
  const offCentre = (mark: Mark): number => (mark.x - x) ** 2 + (mark.y - y) ** 2;
  const order = marks.toSorted((a, b) => b.quality - a.quality || offCentre(a) - offCentre(b));
  const best = new Set(order.slice(0, max));
  return marks.filter((mark) => best.has(mark));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
