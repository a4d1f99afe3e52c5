import { MAP, RIDGES } from '../constants.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, lying, place, workRoom } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';
import { LONG_ROW, readRows, ROWS, ROWS_BYTES, SHIFTS, SIDE, type RidgeBlocks } from './ridge-blocks.ts';

const SAMPLES = SIDE * ROWS;
const ROW = 2 ** SIDE - 1;

/** Does ridge lie on ridge? For each block of A the correlation with B at every shift across its ridges. */
export interface BlockCorrelations {
  /** Part of each block that both fingers cover, 0 where that is too little to tell. */
  readonly covered: Float32Array;
  /** −1 to 1, SHIFTS per block. */
  readonly correlation: Float32Array;
  /** Across the ridges of each block, in B. */
  readonly acrossX: Float32Array;
  readonly acrossY: Float32Array;
}

export function blockCorrelations(a: RidgeBlocks, b: RidgeMap, field: MotionField): BlockCorrelations {
  const nodes = field.columns * field.rows;
  const out = correlationsOf(new Float32Array(nodes * (3 + SHIFTS)), nodes);
  for (let node = 0; node < nodes; node++)
    if (a.known[node] === 1 && field.pairDistance[node]! < Infinity) correlateBlock(a, b, field, node, out);
  return out;
}

/** Planes of a number a node, and then the correlations. */
function correlationsOf(numbers: Float32Array, nodes: number): BlockCorrelations {
  return {
    covered: numbers.subarray(0, nodes),
    acrossX: numbers.subarray(nodes, 2 * nodes),
    acrossY: numbers.subarray(2 * nodes, 3 * nodes),
    correlation: numbers.subarray(3 * nodes),
  };
}

/** The same by the kernels: gives the address where it lies. */
export function correlationsAt(kernels: Kernels, a: RidgeBlocks, b: RidgeMap, field: MotionField): number {
  const nodes = field.columns * field.rows;
  const out = workRoom(4 * nodes * (3 + SHIFTS));
  lying.floats(out, nodes * (3 + SHIFTS)).fill(0);
  // biome-ignore format: one row a line
  kernels.correlate(
    keep(a.known), keep(a.across), keep(a.ridges), keep(a.finger), place(field.numbers), nodes,
    keep(b.ridge), b.columns * MAP.half, b.rows * MAP.half, b.left, b.top,
    out, workRoom(ROWS_BYTES), RIDGES.minCovered * SAMPLES,
  );
  return out;
}

/** The rows of B under one block; used again by every block. */
const RIDGES_B = new Uint32Array(ROWS);
const FINGER_B = new Uint32Array(ROWS);

function correlateBlock(a: RidgeBlocks, b: RidgeMap, field: MotionField, node: number, out: BlockCorrelations): void {
  const cos = field.cos[node]!;
  const sin = field.sin[node]!;
  const acrossX = a.acrossX[node]! * cos - a.acrossY[node]! * sin;
  const acrossY = a.acrossX[node]! * sin + a.acrossY[node]! * cos;
  const x = (field.x[node]! - b.left) / 2;
  const y = (field.y[node]! - b.top) / 2;
  readRows(b, x, y, acrossX, acrossY, LONG_ROW, RIDGES_B, FINGER_B, 0);
  const seen = seenOf(tallyAt(a, node, RIDGES.maxShift));
  if (seen < RIDGES.minCovered * SAMPLES) return;
  out.covered[node] = seen / SAMPLES;
  out.acrossX[node] = acrossX;
  out.acrossY[node] = acrossY;
  for (let shift = 0; shift < SHIFTS; shift++) {
    const tally = tallyAt(a, node, shift);
    out.correlation[node * SHIFTS + shift] = (2 * equalOf(tally)) / Math.max(SAMPLES / 4, seenOf(tally)) - 1;
  }
}

/** How many pixels of the block lie on both fingers, and of those on how many both are ridge or both valley. */
function tallyAt({ ridges, finger }: RidgeBlocks, node: number, shift: number): number {
  let tally = 0;
  for (let row = 0, at = node * ROWS; row < ROWS; row++, at++) {
    const both = finger[at]! & (FINGER_B[row]! >>> shift) & ROW;
    const equal = ~(ridges[at]! ^ (RIDGES_B[row]! >>> shift)) & both;
    tally += bitsOfHalves(both | (equal << 16));
  }
  return tally;
}

function seenOf(tally: number): number {
  return tally & 0xffff;
}

function equalOf(tally: number): number {
  return tally >>> 16;
}

/** The bits that are set in the lower and in the upper half of 32 bits, as two numbers of 16 bits. */
function bitsOfHalves(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  const eights = (fours + (fours >>> 4)) & 0x0f0f0f0f;
  return (eights + (eights >>> 8)) & 0x001f001f;
}
