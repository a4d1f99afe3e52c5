import { wrap } from '../angle.ts';
import type { Points } from './capture.ts';
import { MAX_SCALE } from './constants.ts';

/** Turns and stretches a capture about its middle, then shifts it. */
export interface Alignment {
  readonly turn: number;
  readonly scale: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** For each point of one capture the point of the other that it lies on, or NONE. */
export type Partners = Int16Array;
export const NONE = -1;

/** A place of one capture under the alignment, both relative to the middle of the minutiae. */
export function mover({ turn, scale, shiftX, shiftY }: Alignment): (x: number, y: number) => [x: number, y: number] {
  const cos = Math.cos(turn) * scale;
  const sin = Math.sin(turn) * scale;
  return (x, y) => [cos * x - sin * y + shiftX, sin * x + cos * y + shiftY];
}

/** The motion of least squares over all pairs; undefined if there are too few. */
export function bestAlignment(one: Points, other: Points, partners: Partners): Alignment | undefined {
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
  if (pairs < 2) return undefined;
  [oneX, oneY, otherX, otherY] = [oneX / pairs, oneY / pairs, otherX / pairs, otherY / pairs];
  let [along, across, spread] = [0, 0, 0];
  for (let i = 0; i < one.count; i++) {
    const j = partners[i]!;
    if (j === NONE) continue;
    const [ax, ay] = [one.x[i]! - oneX, one.y[i]! - oneY];
    const [bx, by] = [other.x[j]! - otherX, other.y[j]! - otherY];
    along += ax * bx + ay * by;
    across += ax * by - ay * bx;
    spread += ax * ax + ay * ay;
  }
  const turn = Math.atan2(across, along);
  const stretch = spread === 0 ? 1 : Math.hypot(along, across) / spread;
  const scale = Math.min(MAX_SCALE, Math.max(1 / MAX_SCALE, stretch));
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  return { turn, scale, shiftX: otherX - (cos * oneX - sin * oneY), shiftY: otherY - (sin * oneX + cos * oneY) };
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
    let found = NONE;
    let nearest = pixels * pixels;
    for (let j = firstFrom(other.x, x - pixels); j < other.count && other.x[j]! <= x + pixels; j++) {
      const square = (other.x[j]! - x) ** 2 + (other.y[j]! - y) ** 2;
      if (square > nearest || (takenBy[j] !== NONE && squares[j]! <= square)) continue;
      if (Math.abs(wrap(one.angle[i]! + alignment.turn - other.angle[j]!)) > radians) continue;
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
