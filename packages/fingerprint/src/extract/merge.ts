import { PHASE } from '../constants.ts';
import type { RawMinutia } from './detect.ts';

/**
 * The minutiae of the lines, marked if the phase confirms them, then those of the phase alone. If two are close but point different
 * ways, only that of the lines stays.
 */
export function mergeMinutiae(ofLines: readonly RawMinutia[], ofPhase: readonly RawMinutia[]): RawMinutia[] {
  const alone = new Set(ofPhase);
  for (const minutia of ofLines) {
    const same = nearest(minutia, alone);
    if (same === undefined) continue;
    minutia.confirmed = true;
    alone.delete(same);
  }
  return [
    ...ofLines,
    ...[...alone].filter((minutia) => !ofLines.some((other) => squareBetween(minutia, other) < NEAR)),
  ];
}

const NEAR = PHASE.sameWithin ** 2;

function squareBetween(one: RawMinutia, other: RawMinutia): number {
  return (other.x - one.x) ** 2 + (other.y - one.y) ** 2;
}

function nearest(minutia: RawMinutia, others: ReadonlySet<RawMinutia>): RawMinutia | undefined {
  let best: RawMinutia | undefined;
  let least = NEAR;
  for (const other of others) {
    const square = squareBetween(minutia, other);
    if (square >= least || Math.cos(other.angle - minutia.angle) < PHASE.sameTurn) continue;
    best = other;
    least = square;
  }
  return best;
}
