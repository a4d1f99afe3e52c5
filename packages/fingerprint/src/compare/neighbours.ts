import { NEIGHBOURS } from '../constants.ts';
import { addressOf, newBytes, newFloats, place, withKernels } from '../kernels/memory.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/**
 * For each minutia its nearest neighbours in its own frame, nearest first: how far each is, how far ahead and how far aside, the angle between the
 * directions, how far from there a counterpart may lie in another touch because skin stretches, and one over its square.
 */
export interface Neighbours {
  readonly count: Uint8Array;
  readonly near: Float32Array;
}

const NUMBERS = 6;

export function neighbours(view: MinutiaArrays): Neighbours {
  const out = { count: newBytes(view.count), near: newFloats(view.count * NEIGHBOURS.count * NUMBERS) };
  withKernels((kernels) =>
    kernels.neighbours(place(view.places), view.count, addressOf(out.near), addressOf(out.count)),
  );
  return out;
}
