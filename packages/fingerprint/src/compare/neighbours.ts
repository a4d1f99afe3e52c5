import { LOCAL, NEIGHBOURS, PREPARE } from '../constants.ts';
import { wrap } from '../angle.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, kernelsFor, newBytes, newFloats, place, run, workRoom } from '../kernels/memory.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/**
 * For each minutia its nearest neighbours in its own frame, nearest first: ROOM numbers each of how far they are, how far ahead and how far aside,
 * of the angle between the directions, of how far from there a counterpart may lie in another touch because skin stretches, and of one over its square.
 */
export interface Neighbours {
  readonly count: Uint8Array;
  readonly near: Float32Array;
}

/** Whole vectors. Room that is not used lies far away from everything. */
export const ROOM = 4 * Math.ceil(NEIGHBOURS.count / 4);
const FAR_AWAY = 1e9;
/** Where each kind of number begins, and how many there are of a minutia. */
export const DISTANCE = 0;
export const AHEAD = ROOM;
export const ASIDE = 2 * ROOM;
export const ANGLE = 3 * ROOM;
export const SLACK = 4 * ROOM;
export const PER_SQUARE = 5 * ROOM;
export const NUMBERS = 6 * ROOM;

export function neighbours(view: MinutiaArrays): Neighbours {
  const out = { count: newBytes(view.count), near: newFloats(view.count * NUMBERS) };
  const kernels = kernelsFor(out.count, out.near);
  if (kernels) run(() => byKernel(kernels, view, out));
  else for (let i = 0; i < view.count; i++) describe(view, i, nearest(view, i), out);
  return out;
}

/** As the kernel takes them. */
const SETTINGS = Float64Array.of(NEIGHBOURS.radius ** 2, NEIGHBOURS.minDistance ** 2, LOCAL.slack, LOCAL.stretch);

function byKernel(kernels: Kernels, view: MinutiaArrays, { count, near }: Neighbours): void {
  const [index, squares] = [workRoom(4 * NEIGHBOURS.count), workRoom(8 * NEIGHBOURS.count)];
  // biome-ignore format: one row a line
  kernels.neighbours(
    keep(view.places), view.count, place(near), place(count), index, squares, keep(SETTINGS), workRoom(3 * 4 * PREPARE.maxMinutiae),
  );
}

/** The neighbours of one minutia, nearest first, and their squared distances; used again by the next. */
const INDEX = new Int32Array(NEIGHBOURS.count);
const SQUARES = new Float64Array(NEIGHBOURS.count);

/** They stand from top to bottom: both ways from the minutia, until all others lie further up or down than the nearest found. */
function nearest(view: MinutiaArrays, i: number): number {
  const downwards = look(view, i, 1, 0);
  return look(view, i, -1, downwards);
}

/** Insertion into a short sorted list: for so few it beats sorting. */
function look({ x, y, count: all }: MinutiaArrays, i: number, step: number, before: number): number {
  const most = NEIGHBOURS.count;
  const least = NEIGHBOURS.minDistance * NEIGHBOURS.minDistance;
  let count = before;
  let limit = count === most ? SQUARES[most - 1]! : NEIGHBOURS.radius * NEIGHBOURS.radius;
  for (let k = i + step; k >= 0 && k < all; k += step) {
    const dy = y[k]! - y[i]!;
    if (dy * dy > limit) break;
    const dx = x[k]! - x[i]!;
    const square = dx * dx + dy * dy;
    if (square > limit || square < least || (count === most && square === limit)) continue;
    let at = count < most ? count++ : count - 1;
    for (; at > 0 && SQUARES[at - 1]! > square; at--) {
      SQUARES[at] = SQUARES[at - 1]!;
      INDEX[at] = INDEX[at - 1]!;
    }
    SQUARES[at] = square;
    INDEX[at] = k;
    if (count === most) limit = SQUARES[most - 1]!;
  }
  return count;
}

function describe(view: MinutiaArrays, i: number, count: number, { count: counts, near }: Neighbours): void {
  counts[i] = count;
  for (let k = 0, to = i * NUMBERS; k < count; k++, to++) {
    const dx = view.x[INDEX[k]!]! - view.x[i]!;
    const dy = view.y[INDEX[k]!]! - view.y[i]!;
    const distance = Math.sqrt(dx * dx + dy * dy);
    const slack = LOCAL.slack + LOCAL.stretch * distance;
    near[to + DISTANCE] = distance;
    near[to + AHEAD] = dx * view.cos[i]! + dy * view.sin[i]!;
    near[to + ASIDE] = dy * view.cos[i]! - dx * view.sin[i]!;
    near[to + ANGLE] = wrap(view.angle[INDEX[k]!]! - view.angle[i]!);
    near[to + SLACK] = slack;
    near[to + PER_SQUARE] = 1 / (slack * slack);
  }
  near.fill(FAR_AWAY, i * NUMBERS + AHEAD + count, i * NUMBERS + AHEAD + ROOM);
}
