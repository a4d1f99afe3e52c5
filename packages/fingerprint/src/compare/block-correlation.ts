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
  const place: Place = {
    left: column * MAP.half,
    top: row * MAP.half,
    x: (field.x[node]! - b.left) / 2,
    y: (field.y[node]! - b.top) / 2,
    cos,
    sin,
    acrossX,
    acrossY,
  };
  // What is hardly covered is left out before it costs much.
  tallyBlock(a, b, place, RIDGES.maxShift, RIDGES.maxShift);
  const seen = seenOf(TALLIES[RIDGES.maxShift]!);
  if (seen < RIDGES.minCovered * SAMPLES) return;
  tallyBlock(a, b, place, 0, SHIFTS - 1);
  out.covered[node] = seen / SAMPLES;
  out.acrossX[node] = acrossX;
  out.acrossY[node] = acrossY;
  for (let k = 0; k < SHIFTS; k++) {
    const tally = TALLIES[k]!;
    out.correlation[node * SHIFTS + k] = (2 * (tally % SEEN)) / Math.max(SAMPLES / 4, seenOf(tally)) - 1;
  }
}

/** A block of A by its corner, where in B its middle lies, how it is turned, and which way it is shifted; half-resolution pixels. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
  readonly acrossX: number;
  readonly acrossY: number;
}

/** By the values of A and B in two bits each: 1 when both are ridge or both valley, and SEEN when both lie on a finger. */
const SEEN = 1 << 16;
const TALLY = Int32Array.from({ length: 16 }, (_, both) =>
  both === 0b0000 || both === 0b0101 ? SEEN + 1 : both === 0b0001 || both === 0b0100 ? SEEN : 0,
);
/** The sums of one block at each shift; used again by every block. */
const TALLIES = new Int32Array(SHIFTS);

function seenOf(tally: number): number {
  return tally >> 16;
}

/** Puts a block of A on B and sums the tallies of its pixels into TALLIES, at each shift from `first` to `last`. */
function tallyBlock(a: RidgeMap, b: RidgeMap, place: Place, first: number, last: number): void {
  const { left, top, x, y, cos, sin } = place;
  const widthA = a.columns * MAP.half;
  const widthB = b.columns * MAP.half;
  const heightB = b.rows * MAP.half;
  const columns = Math.min(SIDE, widthA - left);
  const rows = Math.min(SIDE, a.rows * MAP.half - top);
  const ridgeA = a.ridge;
  const ridgeB = b.ridge;
  const [stepX, stepY] = [STEP * fixed(cos), STEP * fixed(sin)];
  const [shiftX, shiftY] = [fixed(place.acrossX), fixed(place.acrossY)];
  TALLIES.fill(0);
  for (let r = 0; r < rows; r++) {
    const staggered = (r & 1) << 1;
    const u = staggered - SIDE / 2 + 0.5;
    const v = r - SIDE / 2 + 0.5;
    let fixedX = (fixed(x + cos * u - sin * v) + (first - RIDGES.maxShift) * shiftX) | 0;
    let fixedY = (fixed(y + sin * u + cos * v) + (first - RIDGES.maxShift) * shiftY) | 0;
    const start = (top + r) * widthA + left;
    for (let i = start + staggered; i < start + columns; i += STEP, fixedX += stepX, fixedY += stepY) {
      const valueA = ridgeA[i]!;
      if (valueA === MAP.nothing) continue;
      for (let k = first, atX = fixedX, atY = fixedY; k <= last; k++, atX += shiftX, atY += shiftY) {
        const bx = atX >> FRACTION;
        const by = atY >> FRACTION;
        // As whole numbers without a sign, what lies before the first is large too.
        if (bx >>> 0 < widthB && by >>> 0 < heightB) TALLIES[k]! += TALLY[valueA | (ridgeB[by * widthB + bx]! << 2)]!;
      }
    }
  }
}

/** Whole numbers with so many bits after the point: the loop over the pixels is most of what ridges cost. */
const FRACTION = 14;

function fixed(value: number): number {
  return Math.round(value * (1 << FRACTION)) | 0;
}
