import { MAP, RIDGES } from '../constants.ts';
import { addressOf, newDoubles, newFloats, place, withKernels } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';
import type { RidgeBlocks } from './ridge-blocks.ts';

/** Ridge on ridge, valley on valley? Correlations, −1 to 1, means over the blocks that both fingers cover. */
export interface RidgeAgreement {
  /** Where the minutiae alone say that the block lies; they know a place only to a few pixels. */
  readonly unshifted: number;
  /** At the shift across its ridges that the blocks around it find best, itself not asked: on one finger all move together. */
  readonly predicted: number;
  /** At the shift that it and the blocks around it find best. */
  readonly joined: number;
  /** Part of the blocks that agree there, by how clearly. */
  readonly clear: number;
}

const SHIFTS = 2 * RIDGES.maxShift + 1;

export function ridgeAgreement(a: RidgeBlocks, b: RidgeMap, { columns, rows, numbers }: MotionField): RidgeAgreement {
  const nodes = columns * rows;
  const { ridge } = b;
  return withKernels((kernels) => {
    // Of each block the part that both cover, across its ridges in B by x and y, and a correlation for each shift.
    const [found, means] = [addressOf(newFloats(nodes * (3 + SHIFTS))), newDoubles(4)];
    // biome-ignore format: one view a line
    kernels.correlate(
      place(a.known), place(a.across), place(a.ridges), place(a.finger), place(numbers), nodes,
      place(ridge), b.columns * MAP.half, b.rows * MAP.half, b.left, b.top, found,
    );
    kernels.agreement(found, columns, rows, addressOf(means));
    const [unshifted, predicted, joined, clear] = means as unknown as [number, number, number, number];
    return { unshifted, predicted, joined, clear };
  });
}
