import { FIELD, MAP, RIDGES } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';

export const SHIFTS = 2 * RIDGES.maxShift + 1;
const SIDE = FIELD.cellsPerNode * MAP.half;
/** Every fourth pixel, in a staggered pattern: neighbours say the same. */
const STEP = 4;
const SAMPLES = (SIDE * SIDE) / STEP;

/** Does ridge lie on ridge? One block of ridges per node of the motion field, and for each the correlation at every shift across its ridges. */
export interface BlockCorrelations {
  /** Part of each block that both fingers cover, 0 where that is too little to tell. */
  readonly covered: Float32Array;
  /** −1 to 1, SHIFTS per block. */
  readonly correlation: Float32Array;
  /** Across the ridges of each block, in B. */
  readonly acrossX: Float32Array;
  readonly acrossY: Float32Array;
}

export function blockCorrelations(a: RidgeMap, b: RidgeMap, field: MotionField): BlockCorrelations {
  const nodes = field.pairDistance.length;
  const plane = (): Float32Array => new Float32Array(nodes);
  const out = { covered: plane(), acrossX: plane(), acrossY: plane(), correlation: new Float32Array(nodes * SHIFTS) };
  for (let node = 0; node < nodes; node++)
    if (field.pairDistance[node]! < Infinity) correlateBlock(a, b, field, node, out);
  return out;
}

function correlateBlock(a: RidgeMap, b: RidgeMap, field: MotionField, node: number, out: BlockCorrelations): void {
  const column = (node % field.columns) * FIELD.cellsPerNode;
  const row = Math.floor(node / field.columns) * FIELD.cellsPerNode;
  const middle =
    Math.min(a.rows - 1, row + FIELD.cellsPerNode / 2) * a.columns +
    Math.min(a.columns - 1, column + FIELD.cellsPerNode / 2);
  if (a.orientation[middle] === MAP.outside) return;
  const angle = (a.orientation[middle]! / MAP.orientationSteps + 0.5) * Math.PI;
  const cos = field.cos[node]!;
  const sin = field.sin[node]!;
  const acrossX = Math.cos(angle) * cos - Math.sin(angle) * sin;
  const acrossY = Math.cos(angle) * sin + Math.sin(angle) * cos;
  const x = (field.x[node]! - b.left) / 2;
  const y = (field.y[node]! - b.top) / 2;
  const at = (shift: number): number =>
    tallyBlock(a, b, column * MAP.half, row * MAP.half, x + shift * acrossX, y + shift * acrossY, cos, sin);
  const unshifted = at(0);
  if (seenOf(unshifted) < RIDGES.minCovered * SAMPLES) return;
  out.covered[node] = seenOf(unshifted) / SAMPLES;
  out.acrossX[node] = acrossX;
  out.acrossY[node] = acrossY;
  for (let k = 0; k < SHIFTS; k++) {
    const tally = k === RIDGES.maxShift ? unshifted : at(k - RIDGES.maxShift);
    out.correlation[node * SHIFTS + k] = (2 * (tally % SEEN)) / Math.max(SAMPLES / 4, seenOf(tally)) - 1;
  }
}

/** By the values of A and B in two bits each: 1 when both are ridge or both valley, and SEEN when both lie on a finger. */
const SEEN = 1 << 16;
const TALLY = Int32Array.from({ length: 16 }, (_, both) =>
  both === 0b0000 || both === 0b0101 ? SEEN + 1 : both === 0b0001 || both === 0b0100 ? SEEN : 0,
);

function seenOf(tally: number): number {
  return tally >> 16;
}

/** Puts the block of A with its corner at (left, top) on B, its middle at (x, y), turned, and sums the tallies of its pixels. */
function tallyBlock(
  a: RidgeMap,
  b: RidgeMap,
  left: number,
  top: number,
  x: number,
  y: number,
  cos: number,
  sin: number,
): number {
  const widthA = a.columns * MAP.half;
  const widthB = b.columns * MAP.half;
  const heightB = b.rows * MAP.half;
  const columns = Math.min(SIDE, widthA - left);
  const rows = Math.min(SIDE, a.rows * MAP.half - top);
  const ridgeA = a.ridge;
  const ridgeB = b.ridge;
  const stepX = STEP * fixed(cos);
  const stepY = STEP * fixed(sin);
  let tally = 0;
  for (let r = 0; r < rows; r++) {
    const first = (r & 1) << 1;
    const u = first - SIDE / 2 + 0.5;
    const v = r - SIDE / 2 + 0.5;
    let fixedX = fixed(x + cos * u - sin * v);
    let fixedY = fixed(y + sin * u + cos * v);
    const start = (top + r) * widthA + left;
    for (let i = start + first; i < start + columns; i += STEP, fixedX += stepX, fixedY += stepY) {
      const bx = fixedX >> FRACTION;
      const by = fixedY >> FRACTION;
      if (bx < 0 || by < 0 || bx >= widthB || by >= heightB) continue;
      tally += TALLY[ridgeA[i]! | (ridgeB[by * widthB + bx]! << 2)]!;
    }
  }
  return tally;
}

/** Whole numbers with so many bits after the point: the loop over the pixels is most of what ridges cost. */
const FRACTION = 14;

function fixed(value: number): number {
  return Math.round(value * (1 << FRACTION)) | 0;
}
