import { FIELD, MAP, RIDGES } from '../constants.ts';
import { call, newBytes, newDoubles, newFloats, newIntegers } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './flow.ts';

/** The ridges of one view in blocks, one per node of the motion field, as rows of bits with the first pixel in the lowest bit. */
export interface RidgeBlocks {
  /** 1 if the view shows the finger at the block's middle. */
  readonly known: Uint8Array;
  /** The direction across the ridges: x of all, then y. */
  readonly across: Float32Array;
  /** ROWS per block: ridge bits and finger bits. */
  readonly ridges: Int32Array;
  readonly finger: Int32Array;
}

/** Every second row of a block, because neighboring rows are alike. */
const ROWS = (FIELD.cellsPerNode * MAP.half) / 2;

/** The direction across each orientation step: x of all, then y. */
const ACROSS = Float32Array.from({ length: 2 * (MAP.outside + 1) }, (_, k) => {
  const angle = ((k & MAP.outside) / MAP.orientationSteps + 0.5) * Math.PI;
  return k <= MAP.outside ? Math.cos(angle) : Math.sin(angle);
});

export function ridgeBlocks({ ridge, orientation, columns, rows }: RidgeMap): RidgeBlocks {
  const nodes = Math.ceil(columns / FIELD.cellsPerNode) * Math.ceil(rows / FIELD.cellsPerNode);
  const [known, across] = [newBytes(nodes), newFloats(2 * nodes)];
  const [ridges, finger] = [newIntegers(nodes * ROWS), newIntegers(nodes * ROWS)];
  call('blocks', ridge, orientation, columns, rows, ACROSS, known, across, ridges, finger);
  return { known, across, ridges, finger };
}

/** Correlations of the ridges, −1 to 1, as means over the blocks that both fingers cover. */
export interface RidgeAgreement {
  /** At the position that the minutiae predict, with an error of a few pixels. */
  readonly unshifted: number;
  /** At the best shift of the neighboring blocks: on one finger all blocks shift together. */
  readonly predicted: number;
  /** At the best shift of the block and its neighbors together. */
  readonly joined: number;
  /** Share of the blocks that agree there, weighted by how clearly. */
  readonly clear: number;
}

export function ridgeAgreement(a: RidgeBlocks, b: RidgeMap, { columns, rows, numbers }: MotionField): RidgeAgreement {
  const nodes = columns * rows;
  // Per block: the part that both cover, the direction across its ridges in B, and a correlation for each shift.
  const [found, means] = [newFloats(nodes * (3 + 2 * RIDGES.maxShift + 1)), newDoubles(4)];
  const [width, height] = [b.columns * MAP.half, b.rows * MAP.half];
  // biome-ignore format: one call
  call('correlate', a.known, a.across, a.ridges, a.finger, numbers, nodes, b.ridge, width, height, b.left, b.top, found);
  call('agreement', found, columns, rows, means);
  const [unshifted, predicted, joined, clear] = means as unknown as [number, number, number, number];
  return { unshifted, predicted, joined, clear };
}
