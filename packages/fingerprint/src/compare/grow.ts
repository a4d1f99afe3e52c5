import { call, newFloats, newIntegers } from '../kernels/memory.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

export interface Match {
  /** For each minutia of A its partner in B, or −1. */
  readonly partner: Int32Array;
  /** 0 to 1 per minutia of A: how exactly the partner has the position and direction that the pairs around it predict. */
  readonly fit: Float32Array;
  readonly motion: Motion;
}

/** The motion from A to B as given by matched pairs. It varies over the finger. */
export interface Motion {
  readonly count: number;
  /** Six numbers per pair: position in A, position in B, cosine and sine of the turn. */
  readonly pairs: Float32Array;
}

/** Each round predicts positions in B from the pairs found nearby, which follows stretched or sheared skin. */
export function grow(a: MinutiaArrays, b: MinutiaArrays, seedA: number, seedB: number): Match {
  const partner = newIntegers(a.count).fill(-1);
  const fit = newFloats(a.count);
  const [index, pairs] = [newIntegers(a.count), newFloats(6 * a.count)];
  partner[seedA] = seedB;
  const count = call('grow', a.places, a.count, b.places, b.count, partner, fit, index, pairs);
  return { partner, fit, motion: { count, pairs } };
}

export function motionOf(a: MinutiaArrays, b: MinutiaArrays, partner: Int32Array): Motion {
  const [index, pairs] = [newIntegers(a.count), newFloats(6 * a.count)];
  return { count: call('motions', a.places, a.count, b.places, b.count, partner, index, pairs), pairs };
}

export function moved({ pairs, count }: Motion, view: MinutiaArrays): { x: Float32Array; y: Float32Array } {
  // The kernel moves four at a time.
  const padded = view.count + 3;
  const places = newFloats(2 * padded);
  call('moved', pairs, count, view.x, view.y, view.count, places);
  return { x: places.subarray(0, view.count), y: places.subarray(padded, padded + view.count) };
}
