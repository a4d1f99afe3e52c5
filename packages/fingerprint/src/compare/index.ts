import { ALIGN } from '../constants.ts';
import type { View } from '../types.ts';
import { motionOf, overlay, type Overlay } from './align.ts';
import { localSimilarity } from './local.ts';
import { neighbours } from './neighbours.ts';
import { prepare, type Prepared } from './prepare.ts';
import { relax } from './relax.ts';

export function compareOne(one: View, other: View): number {
  const a = prepare(one), b = prepare(other);
  const similarity = localSimilarity(neighbours(a), neighbours(b));
  const pairs = relax(a, b, similarity);
  let best = 0;
  const seen = new Set<number>();
  for (let p = 0, seeds = 0; p < pairs.a.length && seeds < ALIGN.seeds; p++) {
    const key = pairs.a[p]! * 256 + pairs.b[p]!;
    if (seen.has(key)) continue;
    seeds++;
    const over = overlay(a, b, motionOf(a, pairs.a[p]!, b, pairs.b[p]!));
    for (let i = 0; i < a.count; i++) if (over.partner[i]! >= 0) seen.add(i * 256 + over.partner[i]!);
    best = Math.max(best, score(a, b, over, similarity));
  }
  return best;
}

function score(a: Prepared, b: Prepared, over: Overlay, similarity: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.count; i++) {
    const j = over.partner[i]!;
    if (j >= 0) sum += over.fit[i]! * (0.3 + similarity[i * b.count + j]!);
  }
  const na = within(a.x, a.y, over.x, over.y), nb = within(over.x, over.y, a.x, a.y);
  return sum * Math.sqrt((over.count * over.count) / (Math.max(5, na) * Math.max(5, nb)));
}

/** How many points have one of the others near. */
function within(x: Float32Array, y: Float32Array, ox: Float32Array, oy: Float32Array): number {
  let count = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < ox.length; j++) {
      const dx = x[i]! - ox[j]!, dy = y[i]! - oy[j]!;
      if (dx * dx + dy * dy < 900) { count++; break; }
    }
  }
  return count;
}

export function compare(one: View | readonly View[], other: View | readonly View[]): number {
  const as = Array.isArray(one) ? (one as readonly View[]) : [one as View], bs = Array.isArray(other) ? (other as readonly View[]) : [other as View];
  let best = 0;
  for (const a of as) for (const b of bs) best = Math.max(best, compareOne(a, b));
  return best;
}
