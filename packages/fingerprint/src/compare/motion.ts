import { addressOf, newDoubles, newIntegers, place, withKernels } from '../kernels/memory.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** Numbers per pair. */
const FIELDS = 6;

/** The motion from A to B, different from place to place, as a set of matched pairs tells it. */
export interface Motions {
  readonly count: number;
  /** Minutia of A per pair. */
  readonly index: Int32Array;
  /** Per pair: position in A, position in B, cosine and sine of the turn; each a 32-bit number. */
  readonly pairs: Float64Array;
}

/** Room for so many pairs. */
export function newMotions(capacity: number): Motions {
  return { count: 0, index: newIntegers(capacity), pairs: newDoubles(capacity * FIELDS) };
}

/** `partner`: for each minutia of A its partner in B, or −1. */
export function motionsOf(a: MinutiaArrays, b: MinutiaArrays, partner: Int32Array): Motions {
  const { index, pairs } = newMotions(a.count);
  // biome-ignore format: one row a line
  const count = withKernels((kernels) => kernels.motions(
    place(a.places), a.count, place(b.places), b.count, place(partner), addressOf(index), addressOf(pairs),
  ));
  return { count, index, pairs };
}

/** Where the minutiae of a view lie in the other one. */
export function moved({ pairs, count }: Motions, view: MinutiaArrays): { x: Float64Array; y: Float64Array } {
  // The kernel moves two at a time.
  const room = view.count + 1;
  const places = newDoubles(2 * room);
  const [xs, ys] = [place(view.places), place(view.places) + 4 * view.count];
  withKernels((kernels) => kernels.moved(place(pairs), count, xs, ys, view.count, addressOf(places)));
  return { x: places.subarray(0, view.count), y: places.subarray(room, room + view.count) };
}
