import { addressOf, newFloats, newIntegers, place, withKernels } from '../kernels/memory.ts';
import { newMotions, type Motions } from './motion.ts';
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
  const { index, pairs } = newMotions(a.count);
  partner[seedA] = seedB;
  // biome-ignore format: one row a line
  const count = withKernels((kernels) => kernels.grow(
    place(a.places), a.count, place(b.places), b.count, addressOf(partner), addressOf(fit), addressOf(index), addressOf(pairs),
  ));
  return { partner, fit, motions: { count, index, pairs }, count };
}
