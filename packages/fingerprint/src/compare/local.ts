import { LOCAL, NEIGHBOURS } from '../constants.ts';
import { wrap } from './angle.ts';
import type { Neighbours } from './neighbours.ts';

/** How alike the surroundings of each minutia of one view and each of the other are, 0 to 1, row by row. */
export function localSimilarity(a: Neighbours, b: Neighbours): Float32Array {
  const out = new Float32Array(a.count.length * b.count.length);
  for (let i = 0, at = 0; i < a.count.length; i++) {
    for (let j = 0; j < b.count.length; j++, at++) out[at] = surroundings(a, i, b, j);
  }
  return out;
}

function surroundings(a: Neighbours, i: number, b: Neighbours, j: number): number {
  const endA = i * NEIGHBOURS.count + a.count[i]!;
  const startB = j * NEIGHBOURS.count;
  const endB = startB + b.count[j]!;
  let sum = 0;
  for (let k = i * NEIGHBOURS.count, from = startB; k < endA; k++) {
    const distance = a.distance[k]!;
    const slack = LOCAL.slack + LOCAL.stretch * distance;
    while (from < endB && b.distance[from]! < distance - slack) from++;
    let best = 0;
    for (let l = from; l < endB && b.distance[l]! <= distance + slack; l++) {
      const du = a.ahead[k]! - b.ahead[l]!;
      const dv = a.aside[k]! - b.aside[l]!;
      const off = (du * du + dv * dv) / (slack * slack);
      if (off >= 1) continue;
      const turn = Math.abs(wrap(a.turn[k]! - b.turn[l]!)) / LOCAL.angle;
      if (turn >= 1) continue;
      best = Math.max(best, (1 - off) * (1 - turn * turn));
    }
    sum += best;
  }
  return sum / (Math.min(a.count[i]!, b.count[j]!) + LOCAL.damping);
}
