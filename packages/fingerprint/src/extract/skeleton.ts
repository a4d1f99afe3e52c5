import { CELL, MINUTIAE } from '../constants.ts';
import type { Mask } from './segment.ts';
import { linePixels, neighborCode, type Bitmap } from './thin.ts';

/** Steps from valley to ridge around a pixel: 1 at an ending, 2 on a line, 3 at a bifurcation. */
const CROSSINGS = Uint8Array.from({ length: 256 }, (_, code) => {
  let steps = 0;
  for (let bit = 0; bit < 8; bit++) if (((code >> bit) & 1) === 0 && ((code >> ((bit + 1) % 8)) & 1) === 1) steps++;
  return steps;
});

/** The line pixels inside the mask where lines end (kind 1) or branch (kind 3), row by row, at most `most`. */
export function lineEnds(skeleton: Bitmap, mask: Mask, most: number): { at: Int32Array; kind: Uint8Array } {
  const { width } = skeleton;
  const at = new Int32Array(most);
  const kind = new Uint8Array(most);
  let count = 0;
  for (const i of linePixels(skeleton)) {
    if (count === most) break;
    const found = crossings(skeleton, i);
    if (found !== 1 && found !== 3) continue;
    const cell = Math.floor(Math.floor(i / width) / CELL) * mask.width + Math.floor((i % width) / CELL);
    if (mask.data[cell] === 0) continue;
    at[count] = i;
    kind[count++] = found;
  }
  return { at: at.subarray(0, count), kind: kind.subarray(0, count) };
}

function crossings(skeleton: Bitmap, i: number): number {
  return CROSSINGS[neighborCode(skeleton.data, i, skeleton.width)]!;
}

/** The eight steps, straight ones first, so that a walk never skips a corner. */
export function steps(width: number): readonly number[] {
  return [-width, 1, width, -1, -width + 1, width + 1, width - 1, -width - 1];
}

/** Stops at an end, a branch or `limit` pixels. Returns the number of pixels written to `path`. */
export function follow(
  skeleton: Bitmap,
  moves: readonly number[],
  start: number,
  next: number,
  limit: number,
  path: Int32Array,
): number {
  let before = start;
  let at = next;
  let length = 0;
  while (length < limit) {
    path[length++] = at;
    if (crossings(skeleton, at) !== 2) break;
    const onward = nextOf(skeleton, moves, at, before);
    if (onward < 0) break;
    before = at;
    at = onward;
  }
  return length;
}

function nextOf(skeleton: Bitmap, moves: readonly number[], at: number, before: number): number {
  for (let k = 0; k < moves.length; k++) {
    const next = at + moves[k]!;
    if (skeleton.data[next] === 1 && next !== before && !areAdjacent(next, before, skeleton.width)) return next;
  }
  return -1;
}

/** At a corner the previous pixel is also a neighbor of the next one, so a walk could turn back. */
function areAdjacent(a: number, b: number, width: number): boolean {
  const distance = Math.abs(a - b);
  return distance === 1 || distance === width;
}

export function prune(skeleton: Bitmap): void {
  const path = new Int32Array(MINUTIAE.minLine + 1);
  const moves = steps(skeleton.width);
  for (const i of linePixels(skeleton)) {
    if (skeleton.data[i] !== 1 || crossings(skeleton, i) > 1) continue;
    const next = nextOf(skeleton, moves, i, -1);
    if (next < 0) {
      skeleton.data[i] = 0;
      continue;
    }
    const length = follow(skeleton, moves, i, next, MINUTIAE.minLine, path);
    const last = crossings(skeleton, path[length - 1]!);
    if (last === 1 && length < MINUTIAE.minLine) erase(skeleton, i, path, length);
    else if (last > 2 && length < MINUTIAE.minBranch) erase(skeleton, i, path, length - 1);
  }
}

function erase(skeleton: Bitmap, start: number, path: Int32Array, length: number): void {
  skeleton.data[start] = 0;
  for (let k = 0; k < length; k++) skeleton.data[path[k]!] = 0;
}
