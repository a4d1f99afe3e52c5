import { GROW, PREPARE } from '../constants.ts';
import { wrap } from '../angle.ts';
import { keep, kernelsFor, newFloats, newIntegers, place, run, workRoom } from '../kernels/memory.ts';
import type { Kernels } from '../kernels/load.ts';
import { Motions, SETTINGS, twiceRoom } from './motion.ts';
import type { PreparedView } from './prepare.ts';

/** Which minutiae of two views lie on each other under one alignment. */
export interface Match {
  /** For each minutia of A its partner in B, or −1. */
  readonly partner: Int32Array;
  /** 0 to 1 per minutia of A: how exactly the partner lies and points where the pairs around it predict. */
  readonly fit: Float32Array;
  readonly motions: Motions;
  readonly count: number;
}

/**
 * Grows a match outwards from one pair. Each round predicts where every minutia of A must lie in B from the pairs found around
 * it, so a stretched or sheared skin is followed piece by piece, while every single step has to be exact.
 */
export function grow(a: PreparedView, b: PreparedView, seedA: number, seedB: number): Match {
  const partner = newIntegers(a.count).fill(-1);
  const fit = newFloats(a.count);
  const motions = new Motions(a.count);
  partner[seedA] = seedB;
  const kernels = kernelsFor(partner, fit, motions.index, motions.pairs);
  if (kernels) {
    const count = run(() => byKernel(kernels, a, b, partner, fit, motions));
    motions.filled(count);
    return { partner, fit, motions, count };
  }
  motions.refill(a, b, partner);
  let count = 1;
  for (let round = 0; round < GROW.rounds; round++) {
    const found = pairUp(a, b, motions, partner, fit);
    motions.refill(a, b, partner);
    if (found <= count && round > 0) {
      count = found;
      break;
    }
    count = found;
    if (count < 2) break;
  }
  return { partner, fit, motions, count };
}

function byKernel(
  kernels: Kernels,
  a: PreparedView,
  b: PreparedView,
  partner: Int32Array,
  fit: Float32Array,
  { index, pairs }: Motions,
): number {
  const plane = 8 * (a.count + 1);
  // biome-ignore format: one view a line
  return kernels.grow(
    keep(a.places), 4 * a.count, a.count,
    keep(b.places), 4 * b.count, b.count,
    place(partner), place(fit), workRoom(4 * b.count), place(index), place(pairs), workRoom(5 * plane), plane,
    twiceRoom(a.count), GROW.rounds, keep(SETTINGS),
  );
}

/** Of each minutia of B, the one of A that has it; used again by every round. */
const OWNER = new Int32Array(PREPARE.maxMinutiae);

/** Each minutia of A takes the best of B near its predicted place; where two want the same one, the better fit keeps it. */
function pairUp(a: PreparedView, b: PreparedView, motions: Motions, partner: Int32Array, fit: Float32Array): number {
  const owner = OWNER.fill(-1);
  partner.fill(-1);
  fit.fill(0);
  let count = 0;
  for (let i = 0; i < a.count; i++) {
    const nearest = motions.predict(a.x[i]!, a.y[i]!, i);
    if (nearest > GROW.reach) continue;
    const reach = GROW.slack + GROW.stretch * nearest;
    const square = reach * reach;
    const { x, y } = motions;
    let angle: number | undefined;
    let best = -1;
    let bestFit = 0;
    for (let j = firstFrom(b, y - reach); j < b.count; j++) {
      const dx = b.x[j]! - x;
      const dy = b.y[j]! - y;
      if (dy >= reach) break;
      const off = (dx * dx + dy * dy) / square;
      if (off >= 1) continue;
      // Most minutiae find nothing near: only the others need to know their direction.
      angle ??= a.angle[i]! + motions.turn();
      const turn = wrap(b.angle[j]! - angle) / GROW.angle;
      const value = (1 - off) * (1 - turn * turn);
      const rival = owner[j]!;
      if (value <= bestFit || (rival >= 0 && fit[rival]! >= value)) continue;
      best = j;
      bestFit = value;
    }
    if (best < 0) continue;
    const rival = owner[best]!;
    if (rival >= 0) {
      partner[rival] = -1;
      fit[rival] = 0;
      count--;
    }
    owner[best] = i;
    partner[i] = best;
    fit[i] = bestFit;
    count++;
  }
  return count;
}

/** The first of the view's minutiae that lies at this height or below: they stand from top to bottom. */
function firstFrom({ count, y }: PreparedView, top: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (y[middle]! < top) low = middle + 1;
    else high = middle;
  }
  return low;
}
