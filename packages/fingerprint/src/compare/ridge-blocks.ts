import { FIELD, MAP, RIDGES } from '../constants.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, kernelsFor, newBytes, newFloats, newHalves, place, run, workRoom } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';

/** Half-resolution pixels of a block each way: it stands across its ridges, and there each of its rows runs. */
export const SIDE = FIELD.cellsPerNode * MAP.half;
/** Every second row: neighbours say the same. */
export const ROWS = SIDE / 2;

/** As the kernels read them: 64 bits a row, and a byte that says nothing. */
export const ROWS_BYTES = 8 * ROWS + 1;

/** The ridges of one view in blocks, one for each node of the motion field: rows of bits, the first pixel in the lowest bit. */
export interface RidgeBlocks {
  /** 1 where the view shows enough of the finger at the block's middle. */
  readonly known: Uint8Array;
  /** Across the ridges: `acrossX`, then `acrossY`. */
  readonly across: Float32Array;
  readonly acrossX: Float32Array;
  readonly acrossY: Float32Array;
  /** ROWS of each block: ridges, and where the finger is. */
  readonly ridges: Uint16Array;
  readonly finger: Uint16Array;
}

export function ridgeBlocks(map: RidgeMap): RidgeBlocks {
  const columns = Math.ceil(map.columns / FIELD.cellsPerNode);
  const nodes = columns * Math.ceil(map.rows / FIELD.cellsPerNode);
  const [known, across] = [newBytes(nodes), newFloats(2 * nodes)];
  const out = {
    known,
    across,
    acrossX: across.subarray(0, nodes),
    acrossY: across.subarray(nodes),
    ridges: newHalves(nodes * ROWS),
    finger: newHalves(nodes * ROWS),
  };
  const kernels = kernelsFor(known, across, out.ridges, out.finger);
  if (kernels) run(() => byKernel(kernels, map, columns, out));
  else fillBlocks(map, columns, out);
  return out;
}

/** For each orientation step: across it by x, and then by y. */
const ACROSS = Float32Array.from({ length: 2 * (MAP.outside + 1) }, (_, k) => {
  const angle = ((k & MAP.outside) / MAP.orientationSteps + 0.5) * Math.PI;
  return k <= MAP.outside ? Math.cos(angle) : Math.sin(angle);
});

function byKernel(kernels: Kernels, map: RidgeMap, columns: number, out: RidgeBlocks): void {
  const { known, across, ridges, finger } = out;
  // biome-ignore format: one row a line
  kernels.blocks(
    keep(map.ridge), map.columns * MAP.half, map.rows * MAP.half, keep(map.orientation), keep(ACROSS),
    place(known), place(across), columns, known.length, place(ridges), place(finger), workRoom(ROWS_BYTES),
  );
}

function fillBlocks(map: RidgeMap, columns: number, { known, acrossX, acrossY, ridges, finger }: RidgeBlocks): void {
  for (let node = 0; node < known.length; node++) {
    const [column, row] = [node % columns, Math.floor(node / columns)];
    const orientation = map.orientation[middleCell(map, column, row)]!;
    if (orientation === MAP.outside) continue;
    known[node] = 1;
    acrossX[node] = ACROSS[orientation]!;
    acrossY[node] = ACROSS[MAP.outside + 1 + orientation]!;
    const [x, y] = [(column + 0.5) * SIDE, (row + 0.5) * SIDE];
    readRows(map, x, y, acrossX[node]!, acrossY[node]!, SIDE, ridges, finger, node * ROWS);
  }
}

function middleCell(map: RidgeMap, column: number, row: number): number {
  const half = FIELD.cellsPerNode / 2;
  return (
    Math.min(map.rows - 1, row * FIELD.cellsPerNode + half) * map.columns +
    Math.min(map.columns - 1, column * FIELD.cellsPerNode + half)
  );
}

/** Reads the ROWS of a block with its middle at (x, y), each `length` pixels long. */
export function readRows(
  map: RidgeMap,
  x: number,
  y: number,
  acrossX: number,
  acrossY: number,
  length: number,
  ridges: Uint16Array | Uint32Array,
  finger: Uint16Array | Uint32Array,
  first: number,
): void {
  const [stepX, stepY] = [fixed(acrossX), fixed(acrossY)];
  const back = (length - 1) / 2;
  for (let row = 0; row < ROWS; row++) {
    const along = (row + 0.5) * (SIDE / ROWS) - SIDE / 2;
    const startX = fixed(x - back * acrossX - along * acrossY);
    const startY = fixed(y - back * acrossY + along * acrossX);
    readRow(map, startX, startY, stepX, stepY, length);
    ridges[first + row] = ridgeBits;
    finger[first + row] = fingerBits;
  }
}

/** What `readRow` read last: two numbers, without an object for each row. */
let ridgeBits = 0;
let fingerBits = 0;

function readRow(
  { columns, rows, ridge }: RidgeMap,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
  length: number,
): void {
  const width = columns * MAP.half;
  const height = rows * MAP.half;
  ridgeBits = 0;
  fingerBits = 0;
  for (let bit = 0, atX = x, atY = y; bit < length; bit++, atX += stepX, atY += stepY) {
    const px = atX >> FRACTION;
    const py = atY >> FRACTION;
    // As whole numbers without a sign, what lies before the first is large too.
    if (px >>> 0 >= width || py >>> 0 >= height) continue;
    const value = ridge[py * width + px]!;
    ridgeBits |= (value & 1) << bit;
    fingerBits |= ((value >> 1) ^ 1) << bit;
  }
}

/** Whole numbers with so many bits after the point. */
const FRACTION = 14;

function fixed(value: number): number {
  return Math.round(value * (1 << FRACTION)) | 0;
}

/** A row of B is longer: the block of A is shifted over it. */
export const SHIFTS = 2 * RIDGES.maxShift + 1;
export const LONG_ROW = SIDE + SHIFTS - 1;
