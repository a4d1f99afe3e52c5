import { addressOf, newFloats, place, withKernels } from '../kernels/memory.ts';
import type { PreparedView } from './prepare.ts';
import { RING_POINTS } from './rings.ts';

/** How similar the neighbourhoods of each minutia of A and each of B are, 0 to 1, row by row. */
export function localSimilarity(a: PreparedView, b: PreparedView): Float32Array {
  const out = newFloats(a.count * b.count);
  const [ringsA, ringsB] = a.rings && b.rings ? [a.rings, b.rings] : [];
  // biome-ignore format: one view a line
  withKernels((kernels) => kernels.similarities(
    ringsA ? place(ringsA.orientation) : 0, ringsA ? place(ringsA.known) : 0, place(a.neighbours.near), place(a.neighbours.count), a.count,
    ringsB ? place(ringsB.orientation) : 0, ringsB ? place(ringsB.known) : 0, place(b.neighbours.near), place(b.neighbours.count), b.count,
    addressOf(out), RING_POINTS,
  ));
  return out;
}
