import { PHASE } from '../constants.ts';
import type { RawMinutia } from './detect.ts';

/** Those of the lines, each marked where the phase shows it too, and then those that the phase alone shows. */
export function mergeMinutiae(ofLines: readonly RawMinutia[], ofPhase: readonly RawMinutia[]): RawMinutia[] {
  const alone = new Set(ofPhase);
  for (const minutia of ofLines) {
    const same = nearest(minutia, alone);
    if (same === undefined) continue;
    minutia.seenTwice = true;
    alone.delete(same);
  }
  return [...ofLines, ...alone];
}

function nearest(minutia: RawMinutia, others: ReadonlySet<RawMinutia>): RawMinutia | undefined {
  let best: RawMinutia | undefined;
  let least = PHASE.sameWithin ** 2;
  for (const other of others) {
    const square = (other.x - minutia.x) ** 2 + (other.y - minutia.y) ** 2;
    if (square >= least || Math.cos(other.angle - minutia.angle) < PHASE.sameTurn) continue;
    best = other;
    least = square;
  }
  return best;
}
