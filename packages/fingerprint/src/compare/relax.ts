import { RELAX } from '../constants.ts';
import { call, newFloats } from '../kernels/memory.ts';
import type { PreparedView } from './prepare.ts';

export interface Pairs {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly strength: readonly number[];
}

/** Pairs support each other in rounds: two true pairs keep their distance and turn, two random ones do not. */
export function relax(a: PreparedView, b: PreparedView, similarity: Float32Array): Pairs {
  const index = strongest(similarity);
  const [ofA, ofB] = [index.map((k) => Math.floor(k / b.count)), index.map((k) => k % b.count)];
  const strength = newFloats(index.length);
  strength.set(index.map((k) => similarity[k]!));
  if (index.length > 0) {
    const [pairsA, pairsB] = [Int32Array.from(ofA), Int32Array.from(ofB)];
    call('relax', a.places, a.count, b.places, b.count, pairsA, pairsB, index.length, strength);
  }
  const order = strongest(strength);
  return { a: order.map((p) => ofA[p]!), b: order.map((p) => ofB[p]!), strength: order.map((p) => strength[p]!) };
}

function strongest(values: Float32Array): number[] {
  const positive: number[] = [];
  for (let k = 0; k < values.length; k++) if (values[k]! > 0) positive.push(k);
  return positive.sort((one, other) => values[other]! - values[one]!).slice(0, RELAX.pairs);
}
