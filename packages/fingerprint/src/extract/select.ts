import type { RawMinutia } from './detect.ts';

/**
 * The best `max` minutiae in their original order, so that equal pictures give equal records. Among equals, those nearest to the middle
 * stay, because another capture is most likely to show them.
 */
export function selectBest(minutiae: readonly RawMinutia[], max: number): RawMinutia[] {
  if (minutiae.length <= max) return [...minutiae];
  const x = mean(minutiae.map((minutia) => minutia.x));
  const y = mean(minutiae.map((minutia) => minutia.y));
  const offCentre = (minutia: RawMinutia): number => (minutia.x - x) ** 2 + (minutia.y - y) ** 2;
  const order = minutiae.toSorted((a, b) => b.quality - a.quality || offCentre(a) - offCentre(b));
  const best = new Set(order.slice(0, max));
  return minutiae.filter((minutia) => best.has(minutia));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
