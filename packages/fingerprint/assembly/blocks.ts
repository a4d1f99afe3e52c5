import { round } from './angles';
import {
  FIELD_cellsPerNode,
  MAP_half,
  MAP_nothing,
  MAP_outside,
  RIDGES_maxShift,
  RIDGES_minCovered,
} from './generated/constants';

const NODE_CELLS = i32(FIELD_cellsPerNode);
const HALF = i32(MAP_half);
/** Half-resolution pixels of a block each way. Its rows run across its ridges. */
const SIDE = NODE_CELLS * HALF;
/** Every second row, because neighboring rows are alike. */
const ROWS = SIDE / 2;
const BLOCK_BYTES = 4 * ROWS;
const SAMPLES = f64(SIDE * ROWS);
export const SHIFTS = 2 * i32(RIDGES_maxShift) + 1;
/** A row of B is longer, because the block of A is shifted over it. */
const LONG_ROW = SIDE + SHIFTS - 1;
const FRACTION = 14;

/**
 * The ridges of a view in blocks, one per node of 4 × 4 cells: known blocks, direction across their ridges (all x, then all y), and rows of ridge
 * and finger bits, with the first pixel in the lowest bit. `directions`: 32-bit numbers, the direction across each orientation, all x, then all y.
 */
// biome-ignore format: the parameters of a kernel on one line
export function blocks(ridge: usize, orientation: usize, columns: i32, rows: i32, directions: usize, known: usize, across: usize, ridges: usize, finger: usize): void {
  const nodeColumns = (columns + NODE_CELLS - 1) / NODE_CELLS;
  const nodes = nodeColumns * ((rows + NODE_CELLS - 1) / NODE_CELLS);
  for (let node = 0; node < nodes; node++) {
    const column = node % nodeColumns;
    const row = node / nodeColumns;
    const here = load<u8>(orientation + middle(row, rows) * columns + middle(column, columns));
    if (here == u8(MAP_outside)) continue;
    const acrossX = load<f32>(directions + (i32(here) << 2));
    const acrossY = load<f32>(directions + ((i32(here) + i32(MAP_outside) + 1) << 2));
    store<u8>(known + node, 1);
    store<f32>(across + (node << 2), acrossX);
    store<f32>(across + ((nodes + node) << 2), acrossY);
    const x = (f64(column) + 0.5) * f64(SIDE);
    const y = (f64(row) + 0.5) * f64(SIDE);
    const at = node * BLOCK_BYTES;
    readRows(ridge, columns * HALF, rows * HALF, x, y, acrossX, acrossY, SIDE, ridges + at, finger + at);
  }
}

function middle(node: i32, cells: i32): i32 {
  return min(cells - 1, node * NODE_CELLS + NODE_CELLS / 2);
}

/** Reads the rows of a block with its middle at (x, y), each `length` pixels long. */
// biome-ignore format: the parameters on one line
function readRows(ridge: usize, width: i32, height: i32, x: f64, y: f64, acrossX: f64, acrossY: f64, length: i32, ridges: usize, finger: usize): void {
  const stepX = fixed(acrossX);
  const stepY = fixed(acrossY);
  const back = f64(length - 1) / 2;
  for (let row = 0; row < ROWS; row++) {
    const along = (f64(row) + 0.5) * f64(SIDE / ROWS) - f64(SIDE / 2);
    const startX = fixed(x - back * acrossX - along * acrossY);
    const startY = fixed(y - back * acrossY + along * acrossX);
    let px = startX + (length - 1) * stepX;
    let py = startY + (length - 1) * stepY;
    let ridgeBits = 0;
    let noFinger = 0;
    // From the last pixel to the first, so that the first is in the lowest bit.
    for (let k = 0; k < length; k++) {
      const isRead = contains(width, height, px, py);
      const value = isRead ? i32(load<u8>(ridge + (py >> FRACTION) * width + (px >> FRACTION))) : i32(MAP_nothing);
      ridgeBits = (ridgeBits << 1) | (value & 1);
      noFinger = (noFinger << 1) | (value >> 1);
      px -= stepX;
      py -= stepY;
    }
    store<i32>(ridges + (row << 2), ridgeBits);
    store<i32>(finger + (row << 2), noFinger ^ ((1 << length) - 1));
  }
}

/** Negative positions are large as unsigned numbers. */
function contains(width: i32, height: i32, x: i32, y: i32): bool {
  return u32(x >> FRACTION) < u32(width) && u32(y >> FRACTION) < u32(height);
}

function fixed(value: f64): i32 {
  return i32(round(value * f64(1 << FRACTION)));
}

/** Scratch: the rows of B under one block. */
const RIDGES_B = memory.data(BLOCK_BYTES, 16);
const FINGER_B = memory.data(BLOCK_BYTES, 16);

/**
 * Correlates each block of A with B at all shifts across its ridges. `field`: planes of 32-bit numbers, one per node: x, y, cosine, sine. `out`:
 * planes of the share that both cover (0 if too small), and x and y across the ridges in B; then SHIFTS correlations per node.
 */
// biome-ignore format: the parameters of a kernel on one line
export function correlate(known: usize, across: usize, ridges: usize, finger: usize, field: usize, nodes: i32, ridgeB: usize, width: i32, height: i32, left: f64, top: f64, out: usize): void {
  for (let node = 0; node < nodes; node++) {
    if (!load<u8>(known + node)) continue;
    const cos = number(field, 2, nodes, node);
    const sin = number(field, 3, nodes, node);
    const ownX = number(across, 0, nodes, node);
    const ownY = number(across, 1, nodes, node);
    const acrossX = ownX * cos - ownY * sin;
    const acrossY = ownX * sin + ownY * cos;
    const x = (number(field, 0, nodes, node) - left) / 2;
    const y = (number(field, 1, nodes, node) - top) / 2;
    readRows(ridgeB, width, height, x, y, acrossX, acrossY, LONG_ROW, RIDGES_B, FINGER_B);
    const at = node * BLOCK_BYTES;
    tally(ridges + at, finger + at, i32(RIDGES_maxShift));
    if (seen < RIDGES_minCovered * SAMPLES) continue;
    store<f32>(out + (node << 2), f32(seen / SAMPLES));
    store<f32>(out + ((nodes + node) << 2), f32(acrossX));
    store<f32>(out + ((2 * nodes + node) << 2), f32(acrossY));
    for (let shift = 0; shift < SHIFTS; shift++) {
      tally(ridges + at, finger + at, shift);
      // A small overlap counts as a quarter of the block.
      store<f32>(out + ((3 * nodes + node * SHIFTS + shift) << 2), f32((2 * equal) / max(SAMPLES / 4, seen) - 1));
    }
  }
}

export function number(planes: usize, plane: i32, nodes: i32, node: i32): f64 {
  return load<f32>(planes + ((plane * nodes + node) << 2));
}

/** Pixels of the block on both fingers, and those that are ridge on both or valley on both. */
let seen: f64 = 0;
let equal: f64 = 0;

function tally(ridges: usize, finger: usize, shift: i32): void {
  let both = i8x16.splat(0);
  let same = i8x16.splat(0);
  for (let four = 0; four < BLOCK_BYTES; four += 16) {
    const shown = v128.and(v128.load(finger + four), i32x4.shr_u(v128.load(FINGER_B + four), shift));
    const differ = v128.xor(v128.load(ridges + four), i32x4.shr_u(v128.load(RIDGES_B + four), shift));
    both = i8x16.add(both, i8x16.popcnt(shown));
    same = i8x16.add(same, i8x16.popcnt(v128.andnot(shown, differ)));
  }
  seen = f64(sumOfBytes(both));
  equal = f64(sumOfBytes(same));
}

function sumOfBytes(bytes: v128): i32 {
  return sumOfFour(i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
}

export function sumOfFour(four: v128): i32 {
  // biome-ignore format: one sum
  return i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) + i32x4.extract_lane(four, 3);
}
