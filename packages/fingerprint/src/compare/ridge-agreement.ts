import { FIELD, MAP, RIDGES } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';

const SHIFTS = 2 * RIDGES.maxShift + 1;
const SIDE = FIELD.cellsPerNode * MAP.half;
/** Every fourth pixel, in a staggered pattern: neighbours say the same. */
const STEP = 4;
const SAMPLES = (SIDE * SIDE) / STEP;

/** Ridge on ridge, valley on valley? Correlations, −1 to 1, means over the blocks that both fingers cover. */
export interface RidgeAgreement {
  readonly blocks: number;
  /** Where the minutiae alone say that the block lies. */
  readonly unshifted: number;
  /** At each block's best shift across its ridges: minutiae know a place only to a few pixels. */
  readonly shifted: number;
  /** Root mean square of those shifts. */
  readonly shift: number;
}

export function ridgeAgreement(a: RidgeMap, b: RidgeMap, field: MotionField): RidgeAgreement {
  const correlation = new Float32Array(SHIFTS);
  let blocks = 0;
  let total = 0;
  let unshifted = 0;
  let shifted = 0;
  let squares = 0;
  for (let node = 0; node < field.pairDistance.length; node++) {
    const weight =
      field.pairDistance[node]! > FIELD.maxPairDistance ? 0 : correlateBlock(a, b, field, node, correlation);
    if (weight === 0) continue;
    const best = strongestOf(correlation);
    blocks++;
    total += weight;
    unshifted += weight * correlation[RIDGES.maxShift]!;
    shifted += weight * correlation[best]!;
    squares += weight * (best - RIDGES.maxShift) ** 2;
  }
  const all = total + RIDGES.damping;
  return { blocks, unshifted: unshifted / all, shifted: shifted / all, shift: Math.sqrt(squares / all) };
}

/** The correlation at every second shift and beside the best of them. Returns the part of the block that both fingers cover, 0 when that is too little. */
function correlateBlock(a: RidgeMap, b: RidgeMap, field: MotionField, node: number, correlation: Float32Array): number {
  const column = (node % field.columns) * FIELD.cellsPerNode;
  const row = Math.floor(node / field.columns) * FIELD.cellsPerNode;
  const middle =
    Math.min(a.rows - 1, row + FIELD.cellsPerNode / 2) * a.columns +
    Math.min(a.columns - 1, column + FIELD.cellsPerNode / 2);
  if (a.orientation[middle] === MAP.outside) return 0;
  const angle = (a.orientation[middle]! / MAP.orientationSteps + 0.5) * Math.PI;
  const acrossX = Math.cos(angle) * field.cos[node]! - Math.sin(angle) * field.sin[node]!;
  const acrossY = Math.cos(angle) * field.sin[node]! + Math.sin(angle) * field.cos[node]!;
  const x = (field.x[node]! - b.left) / 2;
  const y = (field.y[node]! - b.top) / 2;
  const at = (k: number): number => {
    const shift = k - RIDGES.maxShift;
    const tally = tallyBlock(
      a,
      b,
      column * MAP.half,
      row * MAP.half,
      x + shift * acrossX,
      y + shift * acrossY,
      field.cos[node]!,
      field.sin[node]!,
    );
    const seen = Math.floor(tally / SEEN);
    correlation[k] = (2 * (tally % SEEN)) / Math.max(SAMPLES / 4, seen) - 1;
    return seen;
  };
  correlation.fill(-1);
  const covered = at(RIDGES.maxShift);
  if (covered < RIDGES.minCovered * SAMPLES) return 0;
  for (let k = 0; k < SHIFTS; k += 2) if (k !== RIDGES.maxShift) at(k);
  const best = strongestOf(correlation);
  if (best > 0) at(best - 1);
  if (best < SHIFTS - 1) at(best + 1);
  return covered / SAMPLES;
}

function strongestOf(correlation: Float32Array): number {
  let best = 0;
  for (let k = 1; k < SHIFTS; k++) if (correlation[k]! > correlation[best]!) best = k;
  return best;
}

/** By the values of A and B in two bits each: 1 when both are ridge or both valley, and SEEN when both lie on a finger. */
const SEEN = 1 << 16;
const TALLY = Int32Array.from({ length: 16 }, (_, both) =>
  both === 0b0000 || both === 0b0101 ? SEEN + 1 : both === 0b0001 || both === 0b0100 ? SEEN : 0,
);

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
  let tally = 0;
  for (let r = 0; r < rows; r++) {
    const v = r - SIDE / 2 + 0.5;
    const startX = x - sin * v - cos * (SIDE / 2 - 0.5);
    const startY = y + cos * v - sin * (SIDE / 2 - 0.5);
    const start = (top + r) * widthA + left;
    for (let c = (r & 1) << 1; c < columns; c += STEP) {
      const bx = Math.floor(startX + cos * c);
      const by = Math.floor(startY + sin * c);
      if (bx < 0 || by < 0 || bx >= widthB || by >= heightB) continue;
      tally += TALLY[ridgeA[start + c]! | (ridgeB[by * widthB + bx]! << 2)]!;
    }
  }
  return tally;
}
