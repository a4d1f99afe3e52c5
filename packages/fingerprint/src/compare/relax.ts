import { RELAX } from '../constants.ts';
import { call, newFloats, newIntegers } from '../kernels/memory.ts';
import type { PreparedView } from './prepare.ts';

export interface Pairs {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly strength: Float32Array;
}

/** Pairs support each other in rounds: two true pairs keep their distance and turn, two random ones do not. */
export function relax(a: PreparedView, b: PreparedView, similarity: Float32Array): Pairs {
  const { index, strength } = strongest(similarity);
  const [ofA, ofB] = [index.map((k) => Math.floor(k / b.count)), index.map((k) => k % b.count)];
  if (strength.length > 0) call('relax', a.places, a.count, b.places, b.count, ofA, ofB, strength.length, strength);
  const relaxed = strongest(strength);
  const order = relaxed.index;
  return { a: order.map((p) => ofA[p]!), b: order.map((p) => ofB[p]!), strength: relaxed.strength };
}

function strongest(values: Float32Array): { index: Int32Array; strength: Float32Array } {
  const index = newIntegers(RELAX.pairs);
  const strength = newFloats(RELAX.pairs);
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
  return { index: index.subarray(0, count), strength: strength.subarray(0, count) };
}
