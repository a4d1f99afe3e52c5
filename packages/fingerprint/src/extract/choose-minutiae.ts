import { CELL, MINUTIAE, PHASE } from '../constants.ts';
import type { RawMinutia } from './detect.ts';
import type { Mask } from './segment.ts';

export function dropFalseMinutiae(minutiae: readonly RawMinutia[], mask: Mask): RawMinutia[] {
  const inner = minutiae.filter((minutia) => isDeepInside(minutia, mask));
  const bad = new Uint8Array(inner.length);
  for (let i = 0; i < inner.length; i++) {
    // Minutiae are sorted by row, so the first one that is too far below ends the search.
    for (let j = i + 1; j < inner.length && inner[j]!.y - inner[i]!.y <= MINUTIAE.maxGap; j++) {
      if (contradict(inner[i]!, inner[j]!)) bad[i] = bad[j] = 1;
    }
  }
  return inner.filter((_, i) => bad[i] === 0);
}

const RING = Array.from({ length: 8 }, (_, k) => ({
  x: MINUTIAE.borderMargin * Math.cos((k * Math.PI) / 4),
  y: MINUTIAE.borderMargin * Math.sin((k * Math.PI) / 4),
}));

function isDeepInside(minutia: RawMinutia, mask: Mask): boolean {
  return RING.every(
    ({ x, y }) => mask.data[Math.floor((minutia.y + y) / CELL) * mask.width + Math.floor((minutia.x + x) / CELL)] === 1,
  );
}

function contradict(a: RawMinutia, b: RawMinutia): boolean {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  if (Math.abs(dx) > MINUTIAE.maxGap || Math.abs(dy) > MINUTIAE.maxGap) return false;
  const distance = Math.hypot(dx, dy);
  if (distance < MINUTIAE.minDistance) return true;
  const areOpposed = Math.cos(a.angle - b.angle) < -Math.cos(MINUTIAE.maxGapAngle);
  if (!areOpposed || a.bifurcation !== b.bifurcation) return false;
  if (a.bifurcation) return distance < MINUTIAE.minBridge;
  // Each ending points away from its own ridge, toward the other ending.
  const facing = -(dx * Math.cos(a.angle) + dy * Math.sin(a.angle)) / distance;
  return distance < MINUTIAE.maxGap && facing > Math.cos(MINUTIAE.maxGapAngle);
}

/** If two are close but point different ways, the one of the lines is kept. */
export function mergeMinutiae(ofLines: readonly RawMinutia[], ofPhase: readonly RawMinutia[]): RawMinutia[] {
  const alone = new Set(ofPhase);
  for (const minutia of ofLines) {
    const same = nearest(minutia, alone);
    if (same === undefined) continue;
    minutia.confirmed = true;
    alone.delete(same);
  }
  const isFar = (minutia: RawMinutia): boolean => ofLines.every((other) => squareBetween(minutia, other) >= NEAR);
  return [...ofLines, ...[...alone].filter(isFar)];
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

/** Among equals, those nearest to the middle are kept: another capture most likely shows them. */
export function selectBest(minutiae: readonly RawMinutia[], max: number): RawMinutia[] {
  if (minutiae.length <= max) return [...minutiae];
  const x = mean(minutiae.map((minutia) => minutia.x));
  const y = mean(minutiae.map((minutia) => minutia.y));
  const offCenter = (minutia: RawMinutia): number => (minutia.x - x) ** 2 + (minutia.y - y) ** 2;
  const order = minutiae.toSorted((a, b) => b.quality - a.quality || offCenter(a) - offCenter(b));
  const best = new Set(order.slice(0, max));
  return minutiae.filter((minutia) => best.has(minutia));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
