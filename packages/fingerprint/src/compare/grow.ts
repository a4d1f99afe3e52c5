import { call, newFloats, newIntegers } from '../kernels/memory.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** Which minutiae of two views lie on each other under one alignment. */
export interface Match {
  /** For each minutia of A its partner in B, or −1. */
  readonly partner: Int32Array;
  /** 0 to 1 per minutia of A: how exactly the partner lies and points as the pairs around it predict. */
  readonly fit: Float32Array;
  readonly motion: Motion;
}

/** The motion from A to B, which varies from place to place, as given by matched pairs. */
export interface Motion {
  readonly count: number;
  /** Six numbers per pair: position in A, position in B, cosine and sine of the turn. */
  readonly pairs: Float32Array;
}

/**
 * Grows a match outwards from one pair. Each round predicts the position of every minutia of A in B from the pairs found around
 * it. Stretched or sheared skin is followed piece by piece, while every single step has to be exact.
 */
export function grow(a: MinutiaArrays, b: MinutiaArrays, seedA: number, seedB: number): Match {
  const partner = newIntegers(a.count).fill(-1);
  const fit = newFloats(a.count);
  const [index, pairs] = [newIntegers(a.count), newFloats(6 * a.count)];
  partner[seedA] = seedB;
  const count = call('grow', a.places, a.count, b.places, b.count, partner, fit, index, pairs);
  return { partner, fit, motion: { count, pairs } };
}

/** `partner`: for each minutia of A its partner in B, or −1. */
export function motionOf(a: MinutiaArrays, b: MinutiaArrays, partner: Int32Array): Motion {
  const [index, pairs] = [newIntegers(a.count), newFloats(6 * a.count)];
  return { count: call('motions', a.places, a.count, b.places, b.count, partner, index, pairs), pairs };
}

/** The positions of a view's minutiae in the other view. */
export function moved({ pairs, count }: Motion, view: MinutiaArrays): { x: Float32Array; y: Float32Array } {
  // The kernel moves four at a time.
  const room = view.count + 3;
  const places = newFloats(2 * room);
  call('moved', pairs, count, view.x, view.y, view.count, places);
  return { x: places.subarray(0, view.count), y: places.subarray(room, room + view.count) };
}
