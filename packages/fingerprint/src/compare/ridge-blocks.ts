import { FIELD, MAP } from '../constants.ts';
import { addressOf, newBytes, newFloats, newIntegers, place, withKernels } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';

/** Of a block: every second of its rows, because neighbours say the same. */
const ROWS = (FIELD.cellsPerNode * MAP.half) / 2;

/** The ridges of one view in blocks, one for each node of the motion field: rows of bits, the first pixel in the lowest bit. */
export interface RidgeBlocks {
  /** 1 where the view shows enough of the finger at the block's middle. */
  readonly known: Uint8Array;
  /** Across the ridges: x of all, then y. */
  readonly across: Float32Array;
  /** ROWS of each block: ridges, and where the finger is. */
  readonly ridges: Int32Array;
  readonly finger: Int32Array;
}

/** For each orientation step: across it by x, and then by y. */
const ACROSS = Float32Array.from({ length: 2 * (MAP.outside + 1) }, (_, k) => {
  const angle = ((k & MAP.outside) / MAP.orientationSteps + 0.5) * Math.PI;
  return k <= MAP.outside ? Math.cos(angle) : Math.sin(angle);
});

export function ridgeBlocks(map: RidgeMap): RidgeBlocks {
  const nodes = Math.ceil(map.columns / FIELD.cellsPerNode) * Math.ceil(map.rows / FIELD.cellsPerNode);
  const [known, across] = [newBytes(nodes), newFloats(2 * nodes)];
  const [ridges, finger] = [newIntegers(nodes * ROWS), newIntegers(nodes * ROWS)];
  const { ridge } = map;
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.blocks(
    place(ridge), place(map.orientation), map.columns, map.rows, place(ACROSS),
    addressOf(known), addressOf(across), addressOf(ridges), addressOf(finger),
  ));
  return { known, across, ridges, finger };
}
