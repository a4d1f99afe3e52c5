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
  describePairs(a, b, pairs, count);
  for (let p = 0; p < count; p++) {
    for (let q = 0; q < count; q++) if (q !== p) support[p * count + q] = agreement(p, q);
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

/** Where the two minutiae of each pair lie and point, and the turn from one to the other; used again by the next comparison. */
const PAIR = {
  a: new Int32Array(RELAX.pairs),
  b: new Int32Array(RELAX.pairs),
  ax: new Float64Array(RELAX.pairs),
  ay: new Float64Array(RELAX.pairs),
  aCos: new Float64Array(RELAX.pairs),
  aSin: new Float64Array(RELAX.pairs),
  bx: new Float64Array(RELAX.pairs),
  by: new Float64Array(RELAX.pairs),
  bCos: new Float64Array(RELAX.pairs),
  bSin: new Float64Array(RELAX.pairs),
  turn: new Float64Array(RELAX.pairs),
};

function describePairs(a: PreparedView, b: PreparedView, pairs: Pairs, count: number): void {
  for (let p = 0; p < count; p++) {
    const i = pairs.a[p]!;
    const j = pairs.b[p]!;
    PAIR.a[p] = i;
    PAIR.b[p] = j;
    PAIR.ax[p] = a.x[i]!;
    PAIR.ay[p] = a.y[i]!;
    PAIR.aCos[p] = a.cos[i]!;
    PAIR.aSin[p] = a.sin[i]!;
    PAIR.bx[p] = b.x[j]!;
    PAIR.by[p] = b.y[j]!;
    PAIR.bCos[p] = b.cos[j]!;
    PAIR.bSin[p] = b.sin[j]!;
    PAIR.turn[p] = b.angle[j]! - a.angle[i]!;
  }
}

function agreement(p: number, q: number): number {
  if (PAIR.a[p] === PAIR.a[q] || PAIR.b[p] === PAIR.b[q]) return 0;
  const turn = wrap(PAIR.turn[p]! - PAIR.turn[q]!) / RELAX.angle;
  if (turn * turn >= 1) return 0;
  const ax = PAIR.ax[q]! - PAIR.ax[p]!;
  const ay = PAIR.ay[q]! - PAIR.ay[p]!;
  const bx = PAIR.bx[q]! - PAIR.bx[p]!;
  const by = PAIR.by[q]! - PAIR.by[p]!;
  const aheadA = ax * PAIR.aCos[p]! + ay * PAIR.aSin[p]!;
  const aheadB = bx * PAIR.bCos[p]! + by * PAIR.bSin[p]!;
  const asideA = ay * PAIR.aCos[p]! - ax * PAIR.aSin[p]!;
  const asideB = by * PAIR.bCos[p]! - bx * PAIR.bSin[p]!;
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
