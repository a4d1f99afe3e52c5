import { wrap } from '../angle.ts';
import { NONE, type Alignment, type Partners } from './alignment.ts';
import type { Points } from './points.ts';

export interface Tolerance {
  readonly pixels: number;
  readonly radians: number;
}

/** Each point of one touch with the nearest of the other that lies near enough; of two that want the same, the nearer gets it. */
export function pairUnder(
  { turn, scale, shiftX, shiftY }: Alignment,
  one: Points,
  other: Points,
  { pixels, radians }: Tolerance,
): Partners {
  const cos = Math.cos(turn) * scale;
  const sin = Math.sin(turn) * scale;
  const partners = new Int16Array(one.count).fill(NONE);
  const takenBy = new Int16Array(other.count).fill(NONE);
  const squares = new Float64Array(other.count);
  for (let i = 0; i < one.count; i++) {
    const x = cos * one.x[i]! - sin * one.y[i]! + shiftX;
    const y = sin * one.x[i]! + cos * one.y[i]! + shiftY;
    let found = NONE;
    let nearest = pixels * pixels;
    for (let j = firstFrom(other.x, x - pixels); j < other.count && other.x[j]! <= x + pixels; j++) {
      const square = (other.x[j]! - x) ** 2 + (other.y[j]! - y) ** 2;
      if (square > nearest || (takenBy[j] !== NONE && squares[j]! <= square)) continue;
      if (Math.abs(wrap(one.angle[i]! + turn - other.angle[j]!)) > radians) continue;
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

/** The first of the sorted values that is not below this. */
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
