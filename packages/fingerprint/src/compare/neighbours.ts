import { NEIGHBOURS } from '../constants.ts';
import { wrap } from '../angle.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** For each minutia its nearest neighbours in its own frame: how far ahead, how far aside, and the angle between the directions. Nearest first. */
export interface Neighbours {
  readonly count: Uint8Array;
  readonly distance: Float32Array;
  readonly ahead: Float32Array;
  readonly aside: Float32Array;
  readonly angle: Float32Array;
}

export function neighbours(view: MinutiaArrays): Neighbours {
  const size = view.count * NEIGHBOURS.count;
  const out = {
    count: new Uint8Array(view.count),
    distance: new Float32Array(size),
    ahead: new Float32Array(size),
    aside: new Float32Array(size),
    angle: new Float32Array(size),
  };
  const index = new Int32Array(NEIGHBOURS.count);
  for (let i = 0; i < view.count; i++) describe(view, i, nearest(view, i, index), index, out);
  return out;
}

/** Insertion into a short sorted list: for so few it beats sorting. */
function nearest(view: MinutiaArrays, i: number, index: Int32Array): number {
  const distances = new Float32Array(NEIGHBOURS.count);
  let count = 0;
  for (let k = 0; k < view.count; k++) {
    const dx = view.x[k]! - view.x[i]!;
    const dy = view.y[k]! - view.y[i]!;
    const square = dx * dx + dy * dy;
    if (
      k === i ||
      square > NEIGHBOURS.radius * NEIGHBOURS.radius ||
      square < NEIGHBOURS.minDistance * NEIGHBOURS.minDistance
    )
      continue;
    if (count === NEIGHBOURS.count && square >= distances[count - 1]!) continue;
    let at = count < NEIGHBOURS.count ? count++ : count - 1;
    for (; at > 0 && distances[at - 1]! > square; at--) {
      distances[at] = distances[at - 1]!;
      index[at] = index[at - 1]!;
    }
    distances[at] = square;
    index[at] = k;
  }
  return count;
}

function describe(view: MinutiaArrays, i: number, count: number, index: Int32Array, out: Neighbours): void {
  out.count[i] = count;
  for (let k = 0; k < count; k++) {
    const to = i * NEIGHBOURS.count + k;
    const dx = view.x[index[k]!]! - view.x[i]!;
    const dy = view.y[index[k]!]! - view.y[i]!;
    const ahead = dx * view.cos[i]! + dy * view.sin[i]!;
    const aside = dy * view.cos[i]! - dx * view.sin[i]!;
    out.distance[to] = Math.sqrt(dx * dx + dy * dy);
    out.ahead[to] = ahead;
    out.aside[to] = aside;
    out.angle[to] = wrap(view.angle[index[k]!]! - view.angle[i]!);
  }
}
