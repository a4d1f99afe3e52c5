import { RELAX } from '../constants.ts';
import { wrap } from '../angle.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, kernelsFor, newFloats, newIntegers, place, run, workRoom } from '../kernels/memory.ts';
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
  const pairs = strongest(similarity, b.count);
  if (pairs.strength.length === 0) return pairs;
  const kernels = kernelsFor(pairs.a, pairs.b, pairs.strength);
  if (kernels) run(() => byKernel(kernels, a, b, pairs));
  else {
    describePairs(a, b, pairs);
    support(pairs.strength);
  }
  return sorted(pairs);
}

/** As the kernel takes them, but for the last, which is among how many a pair is given support. */
const SETTINGS = Float64Array.of(RELAX.slack, RELAX.stretch, RELAX.angle, RELAX.keep, 1 - RELAX.keep, 1);

function byKernel(kernels: Kernels, a: PreparedView, b: PreparedView, pairs: Pairs): void {
  const count = pairs.strength.length;
  SETTINGS[5] = Math.max(1, count - 1);
  // biome-ignore format: one row a line
  kernels.relax(
    keep(a.places), 4 * a.count, keep(b.places), 4 * b.count, place(pairs.a), place(pairs.b), workRoom(PAIRS.byteLength + ROUGH_BYTES), count,
    place(pairs.strength), RELAX.rounds, place(SETTINGS), workRoom(4 * count * (count + 2)), workRoom(8 * count),
  );
}

function support(strength: Float32Array): void {
  const count = strength.length;
  const support = new Float32Array(count * count);
  for (let p = 0; p < count; p++) {
    for (let q = 0; q < count; q++) if (q !== p) support[p * count + q] = agreement(p, q);
  }
  for (let round = 0; round < RELAX.rounds; round++) {
    const before = strength.slice();
    for (let p = 0; p < count; p++) {
      let sum = 0;
      for (let q = 0; q < count; q++) sum += support[p * count + q]! * before[q]!;
      strength[p] = RELAX.keep * before[p]! + ((1 - RELAX.keep) * sum) / Math.max(1, count - 1);
    }
  }
}

function strongest(similarity: Float32Array, columns: number): Pairs {
  const index = newIntegers(RELAX.pairs);
  const strength = newFloats(RELAX.pairs);
  const kernels = kernelsFor(similarity, index, strength);
  const count = kernels
    ? kernels.most(place(similarity), similarity.length, place(index), place(strength), RELAX.pairs)
    : most(similarity, index, strength);
  const [a, b] = [newIntegers(count), index.subarray(0, count)];
  for (let k = 0; k < count; k++) {
    a[k] = Math.floor(index[k]! / columns);
    b[k] = index[k]! % columns;
  }
  return { a, b, strength: strength.subarray(0, count) };
}

/** The highest values above 0 and where they stand, by insertion. Gives how many there are. */
function most(values: Float32Array, index: Int32Array, strength: Float32Array): number {
  let count = 0;
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!;
    if (value <= 0 || (count === RELAX.pairs && value <= strength[count - 1]!)) continue;
    let at = count < RELAX.pairs ? count++ : count - 1;
    for (; at > 0 && strength[at - 1]! < value; at--) {
      strength[at] = strength[at - 1]!;
      index[at] = index[at - 1]!;
    }
    strength[at] = value;
    index[at] = k;
  }
  return count;
}

/** Room for so many pairs in each of the planes below. */
const ROOM = 64;
/** Three numbers of 16 bits a pair, by which the kernel sees beforehand what cannot agree. */
const ROUGH_BYTES = 3 * 2 * ROOM;
/** Which minutiae the pairs are of, where both lie and point, and the turn from one to the other; used again by the next comparison. */
const PAIRS = new Float64Array(11 * ROOM);
const [A, B, AX, AY, A_COS, A_SIN, BX, BY, B_COS, B_SIN, TURN] = Array.from({ length: 11 }, (_, k) =>
  PAIRS.subarray(k * ROOM, (k + 1) * ROOM),
) as Columns;
type Columns = [F, F, F, F, F, F, F, F, F, F, F];
type F = Float64Array;

function describePairs(a: PreparedView, b: PreparedView, pairs: Pairs): void {
  for (let p = 0; p < pairs.a.length; p++) {
    const i = pairs.a[p]!;
    const j = pairs.b[p]!;
    A[p] = i;
    B[p] = j;
    AX[p] = a.x[i]!;
    AY[p] = a.y[i]!;
    A_COS[p] = a.cos[i]!;
    A_SIN[p] = a.sin[i]!;
    BX[p] = b.x[j]!;
    BY[p] = b.y[j]!;
    B_COS[p] = b.cos[j]!;
    B_SIN[p] = b.sin[j]!;
    TURN[p] = b.angle[j]! - a.angle[i]!;
  }
}

function agreement(p: number, q: number): number {
  if (A[p] === A[q] || B[p] === B[q]) return 0;
  const turn = wrap(TURN[p]! - TURN[q]!) / RELAX.angle;
  if (turn * turn >= 1) return 0;
  const ax = AX[q]! - AX[p]!;
  const ay = AY[q]! - AY[p]!;
  const bx = BX[q]! - BX[p]!;
  const by = BY[q]! - BY[p]!;
  const aheadA = ax * A_COS[p]! + ay * A_SIN[p]!;
  const aheadB = bx * B_COS[p]! + by * B_SIN[p]!;
  const asideA = ay * A_COS[p]! - ax * A_SIN[p]!;
  const asideB = by * B_COS[p]! - bx * B_SIN[p]!;
  const reach = RELAX.slack + RELAX.stretch * Math.sqrt(aheadA * aheadA + asideA * asideA);
  const ahead = aheadA - aheadB;
  const aside = asideA - asideB;
  const off = (ahead * ahead + aside * aside) / (reach * reach);
  return off >= 1 ? 0 : (1 - off) * (1 - turn * turn);
}

/** By insertion, in place: they are few, and nearly in order. */
function sorted(pairs: Pairs): Pairs {
  const { a, b, strength } = pairs;
  for (let k = 1; k < strength.length; k++) {
    const [ownA, ownB, own] = [a[k]!, b[k]!, strength[k]!];
    let at = k;
    for (; at > 0 && strength[at - 1]! < own; at--) {
      a[at] = a[at - 1]!;
      b[at] = b[at - 1]!;
      strength[at] = strength[at - 1]!;
    }
    a[at] = ownA;
    b[at] = ownB;
    strength[at] = own;
  }
  return pairs;
}
