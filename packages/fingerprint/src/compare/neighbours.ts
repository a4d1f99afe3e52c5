import { LOCAL, NEIGHBOURS } from '../constants.ts';
import { wrap } from '../angle.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** For each minutia its nearest neighbours in its own frame: how far ahead, how far aside, and the angle between the directions. Nearest first. */
export interface Neighbours {
  readonly count: Uint8Array;
  readonly distance: Float32Array;
  readonly ahead: Float32Array;
  readonly aside: Float32Array;
  readonly angle: Float32Array;
  /** How far from this one its counterpart may lie in another touch, because skin stretches; and one over its square. */
  readonly slack: Float32Array;
  readonly perSquare: Float32Array;
}

export function neighbours(view: MinutiaArrays): Neighbours {
  const size = view.count * NEIGHBOURS.count;
  const out = {
    count: new Uint8Array(view.count),
    distance: new Float32Array(size),
    ahead: new Float32Array(size),
    aside: new Float32Array(size),
    angle: new Float32Array(size),
    slack: new Float32Array(size),
    perSquare: new Float32Array(size),
  };
  for (let i = 0; i < view.count; i++) describe(view, i, nearest(view, i), out);
  return out;
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

function describe(view: MinutiaArrays, i: number, count: number, out: Neighbours): void {
  out.count[i] = count;
  for (let k = 0; k < count; k++) {
    const to = i * NEIGHBOURS.count + k;
    const dx = view.x[INDEX[k]!]! - view.x[i]!;
    const dy = view.y[INDEX[k]!]! - view.y[i]!;
    const ahead = dx * view.cos[i]! + dy * view.sin[i]!;
    const aside = dy * view.cos[i]! - dx * view.sin[i]!;
    const distance = Math.sqrt(dx * dx + dy * dy);
    const slack = LOCAL.slack + LOCAL.stretch * distance;
    out.distance[to] = distance;
    out.slack[to] = slack;
    out.perSquare[to] = 1 / (slack * slack);
    out.ahead[to] = ahead;
    out.aside[to] = aside;
    out.angle[to] = wrap(view.angle[INDEX[k]!]! - view.angle[i]!);
  }
}
