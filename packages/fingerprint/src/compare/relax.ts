import { RELAX } from '../constants.ts';
import { addressOf, newFloats, newIntegers, place, withKernels } from '../kernels/memory.ts';
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
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.relax(
    place(a.places), a.count, place(b.places), b.count, place(pairs.a), place(pairs.b), pairs.strength.length, addressOf(pairs.strength),
  ));
  return sorted(pairs);
}

function strongest(similarity: Float32Array, columns: number): Pairs {
  const index = newIntegers(RELAX.pairs);
  const strength = newFloats(RELAX.pairs);
  const count = most(similarity, index, strength);
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
