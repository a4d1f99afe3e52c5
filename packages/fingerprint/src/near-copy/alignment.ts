import { wrap } from '../angle.ts';
import type { Points } from './capture.ts';

/** Turns, stretches and shears a capture about its middle, then shifts it. */
export interface Alignment {
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

type Four = [number, number, number, number];

/** For each point of one capture the point of the other that it lies on, or NONE. */
export type Partners = Int16Array;
export const NONE = -1;

/** A place of one capture under the alignment, both relative to the middle of the minutiae. */
export function mover({ xx, xy, yx, yy, shiftX, shiftY }: Alignment): (x: number, y: number) => [x: number, y: number] {
  return (x, y) => [xx * x + xy * y + shiftX, yx * x + yy * y + shiftY];
}

/** Where a line of one capture points under the alignment. */
export function turned({ xx, xy, yx, yy }: Alignment, angle: number): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return Math.atan2(yx * cos + yy * sin, xx * cos + xy * sin);
}

/** The affine motion of least squares over all pairs, which `stiff` keeps near the one before. */
export function bestAlignment(
  one: Points,
  other: Points,
  partners: Partners,
  before: Alignment,
  stiff: number,
): Alignment {
  let [pairs, oneX, oneY, otherX, otherY] = [0, 0, 0, 0, 0];
  for (let i = 0; i < one.count; i++) {
    const j = partners[i]!;
    if (j === NONE) continue;
    pairs++;
    oneX += one.x[i]!;
    oneY += one.y[i]!;
    otherX += other.x[j]!;
    otherY += other.y[j]!;
  }
  if (pairs === 0) return before;
  [oneX, oneY, otherX, otherY] = [oneX / pairs, oneY / pairs, otherX / pairs, otherY / pairs];
  let [aa, ab, bb] = [stiff, 0, stiff];
  let [ax, ay, bx, by] = [before.xx, before.yx, before.xy, before.yy].map((part) => stiff * part) as Four;
  for (let i = 0; i < one.count; i++) {
    const j = partners[i]!;
    if (j === NONE) continue;
    const [a, b] = [one.x[i]! - oneX, one.y[i]! - oneY];
    const [x, y] = [other.x[j]! - otherX, other.y[j]! - otherY];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ax += a * x;
    ay += a * y;
    bx += b * x;
    by += b * y;
  }
  const determinant = aa * bb - ab * ab;
  const xx = (ax * bb - bx * ab) / determinant;
  const xy = (bx * aa - ax * ab) / determinant;
  const yx = (ay * bb - by * ab) / determinant;
  const yy = (by * aa - ay * ab) / determinant;
  return { xx, xy, yx, yy, shiftX: otherX - xx * oneX - xy * oneY, shiftY: otherY - yx * oneX - yy * oneY };
}

export interface Tolerance {
  readonly pixels: number;
  readonly radians: number;
}

/** Pairs each point with the nearest of the other capture within the tolerance. If two want the same point, the nearer gets it. */
export function pairUnder(alignment: Alignment, one: Points, other: Points, { pixels, radians }: Tolerance): Partners {
  const move = mover(alignment);
  const partners = new Int16Array(one.count).fill(NONE);
  const takenBy = new Int16Array(other.count).fill(NONE);
  const squares = new Float64Array(other.count);
  for (let i = 0; i < one.count; i++) {
    const [x, y] = move(one.x[i]!, one.y[i]!);
    const angle = turned(alignment, one.angle[i]!);
    let found = NONE;
    let nearest = pixels * pixels;
    for (let j = firstFrom(other.x, x - pixels); j < other.count && other.x[j]! <= x + pixels; j++) {
      const square = (other.x[j]! - x) ** 2 + (other.y[j]! - y) ** 2;
      if (square > nearest || (takenBy[j] !== NONE && squares[j]! <= square)) continue;
      if (Math.abs(wrap(angle - other.angle[j]!)) > radians) continue;
      found = j;
      nearest = square;
    }
    if (found === NONE) continue;
    if (takenBy[found] !== NONE) partners[takenBy[found]!] = NONE;
    takenBy[found] = i;
    squares[found] = nearest;
    partners[i] = found;
  }
  return partners;
}

/** The index of the first of the sorted values that is at least `value`. */
function firstFrom(sorted: Float64Array, value: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function countPairs(partners: Partners): number {
  let count = 0;
  for (const partner of partners) if (partner !== NONE) count++;
  return count;
}
