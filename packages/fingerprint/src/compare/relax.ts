import { RELAX } from '../constants.ts';
import { wrap } from '../angle.ts';
import type { PreparedView } from './prepare.ts';

/** Pairs of minutiae that may be the same one, best first. */
export interface Pairs {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly strength: Float32Array;
}

/**
 * The most similar pairs, then rounds in which the pairs support each other: two true pairs keep their distance and their
 * turn from one view to the other, two chance ones do not.
 */
export function relax(a: PreparedView, b: PreparedView, similarity: Float32Array): Pairs {
  const { count, pairs } = strongest(similarity, b.count);
  const support = new Float32Array(count * count);
  for (let p = 0; p < count; p++) {
    for (let q = 0; q < count; q++) {
      if (q !== p) support[p * count + q] = agreement(a, b, pairs.a[p]!, pairs.b[p]!, pairs.a[q]!, pairs.b[q]!);
    }
  }
  for (let round = 0; round < RELAX.rounds; round++) {
    const before = pairs.strength.slice();
    for (let p = 0; p < count; p++) {
      let sum = 0;
      for (let q = 0; q < count; q++) sum += support[p * count + q]! * before[q]!;
      pairs.strength[p] = RELAX.keep * before[p]! + ((1 - RELAX.keep) * sum) / Math.max(1, count - 1);
    }
  }
  return sorted(pairs);
}

function strongest(similarity: Float32Array, columns: number): { count: number; pairs: Pairs } {
  const index = new Int32Array(RELAX.pairs);
  const strength = new Float32Array(RELAX.pairs);
  let count = 0;
  for (let k = 0; k < similarity.length; k++) {
    const value = similarity[k]!;
    if (value <= 0 || (count === RELAX.pairs && value <= strength[count - 1]!)) continue;
    let at = count < RELAX.pairs ? count++ : count - 1;
    for (; at > 0 && strength[at - 1]! < value; at--) {
      strength[at] = strength[at - 1]!;
      index[at] = index[at - 1]!;
    }
    strength[at] = value;
    index[at] = k;
  }
  const chosen = index.subarray(0, count);
  return {
    count,
    pairs: {
      a: chosen.map((k) => Math.floor(k / columns)),
      b: chosen.map((k) => k % columns),
      strength: strength.slice(0, count),
    },
  };
}

function agreement(a: PreparedView, b: PreparedView, a1: number, b1: number, a2: number, b2: number): number {
  if (a1 === a2 || b1 === b2) return 0;
  const turn = wrap(b.angle[b1]! - a.angle[a1]! - b.angle[b2]! + a.angle[a2]!) / RELAX.angle;
  if (turn * turn >= 1) return 0;
  const ax = a.x[a2]! - a.x[a1]!;
  const ay = a.y[a2]! - a.y[a1]!;
  const bx = b.x[b2]! - b.x[b1]!;
  const by = b.y[b2]! - b.y[b1]!;
  const aheadA = ax * a.cos[a1]! + ay * a.sin[a1]!;
  const aheadB = bx * b.cos[b1]! + by * b.sin[b1]!;
  const asideA = ay * a.cos[a1]! - ax * a.sin[a1]!;
  const asideB = by * b.cos[b1]! - bx * b.sin[b1]!;
  const reach = RELAX.slack + RELAX.stretch * Math.sqrt(aheadA * aheadA + asideA * asideA);
  const ahead = aheadA - aheadB;
  const aside = asideA - asideB;
  const off = (ahead * ahead + aside * aside) / (reach * reach);
  return off >= 1 ? 0 : (1 - off) * (1 - turn * turn);
}

function sorted(pairs: Pairs): Pairs {
  const order = Int32Array.from(pairs.strength, (_, k) => k).sort((p, q) => pairs.strength[q]! - pairs.strength[p]!);
  return {
    a: order.map((k) => pairs.a[k]!),
    b: order.map((k) => pairs.b[k]!),
    strength: Float32Array.from(order, (k) => pairs.strength[k]!),
  };
}
