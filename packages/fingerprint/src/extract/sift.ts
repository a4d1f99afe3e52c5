import { CELL, MINUTIAE } from '../constants.ts';
import type { Mark } from './detect.ts';
import type { Mask } from './segment.ts';

/** False minutiae go: at the edge of the finger, at tears in a ridge, at bridges between ridges, and in crowds. */
export function sift(marks: readonly Mark[], mask: Mask): Mark[] {
  const inner = marks.filter((mark) => deepInside(mark, mask));
  const bad = new Uint8Array(inner.length);
  for (let i = 0; i < inner.length; i++) {
    // They come row by row: once one is too far below, all after it are.
    for (let j = i + 1; j < inner.length && inner[j]!.y - inner[i]!.y <= MINUTIAE.gap; j++) {
      if (contradict(inner[i]!, inner[j]!)) bad[i] = bad[j] = 1;
    }
  }
  return inner.filter((_, i) => bad[i] === 0);
}

/** A ring of points around the minutia, all of them on the finger. */
function deepInside(mark: Mark, mask: Mask): boolean {
  for (let k = 0; k < 8; k++) {
    const x = mark.x + MINUTIAE.border * Math.cos((k * Math.PI) / 4);
    const y = mark.y + MINUTIAE.border * Math.sin((k * Math.PI) / 4);
    if (mask.data[Math.floor(y / CELL) * mask.width + Math.floor(x / CELL)] !== 1) return false;
  }
  return true;
}

function contradict(a: Mark, b: Mark): boolean {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  if (Math.abs(dx) > MINUTIAE.gap || Math.abs(dy) > MINUTIAE.gap) return false;
  const distance = Math.hypot(dx, dy);
  if (distance < MINUTIAE.crowd) return true;
  const opposed = Math.cos(a.angle - b.angle) < -Math.cos(MINUTIAE.gapAngle);
  if (!opposed) return false;
  if (a.fork && b.fork) return distance < MINUTIAE.bridge;
  if (a.fork !== b.fork) return false;
  // Each end looks away from its own ridge, towards the other end.
  const facing = -(dx * Math.cos(a.angle) + dy * Math.sin(a.angle)) / distance;
  return distance < MINUTIAE.gap && facing > Math.cos(MINUTIAE.gapAngle);
}
