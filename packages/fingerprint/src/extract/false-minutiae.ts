import { CELL, MINUTIAE } from '../constants.ts';
import type { RawMinutia } from './detect.ts';
import type { Mask } from './segment.ts';

/** Without the false minutiae: at the edge of the finger, at tears in a ridge, at bridges between ridges, and in crowds. */
export function dropFalseMinutiae(minutiae: readonly RawMinutia[], mask: Mask): RawMinutia[] {
  const inner = minutiae.filter((minutia) => deepInside(minutia, mask));
  const bad = new Uint8Array(inner.length);
  for (let i = 0; i < inner.length; i++) {
    // They come row by row: once one is too far below, all after it are.
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

/** A ring of points around the minutia, all of them on the finger. */
function deepInside(minutia: RawMinutia, mask: Mask): boolean {
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
  const opposed = Math.cos(a.angle - b.angle) < -Math.cos(MINUTIAE.maxGapAngle);
  if (!opposed) return false;
  if (a.bifurcation && b.bifurcation) return distance < MINUTIAE.minBridge;
  if (a.bifurcation !== b.bifurcation) return false;
  // Each ending points away from its own ridge, towards the other ending.
  const facing = -(dx * Math.cos(a.angle) + dy * Math.sin(a.angle)) / distance;
  return distance < MINUTIAE.maxGap && facing > Math.cos(MINUTIAE.maxGapAngle);
}
