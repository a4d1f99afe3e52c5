import { LOCAL, NEIGHBOURS, RINGS } from '../constants.ts';
import type { Neighbours } from './neighbours.ts';
import type { PreparedView } from './prepare.ts';
import { ringSimilarity } from './rings.ts';

/** How similar the neighbourhoods of each minutia of A and each of B are, 0 to 1, row by row. */
export function localSimilarity(a: PreparedView, b: PreparedView): Float32Array {
  const out = new Float32Array(a.count * b.count);
  const bothRings = a.rings && b.rings ? { a: a.rings, b: b.rings } : undefined;
  for (let i = 0, at = 0; i < a.count; i++) {
    for (let j = 0; j < b.count; j++, at++) {
      const flow = bothRings ? ringSimilarity(bothRings.a, i, bothRings.b, j) : 1;
      // Where the ridges run differently, the neighbours need not be compared: most pairs end here.
      if (flow < RINGS.minSimilarity) continue;
      const near = neighbourSimilarity(a.neighbours, i, b.neighbours, j);
      out[at] = bothRings ? (1 - RINGS.weight) * near + RINGS.weight * flow : near;
    }
  }
  return out;
}

const FULL_TURN = 2 * Math.PI;

/** Which part of the neighbours has a counterpart, each weighed by how well it fits. Both lists are sorted by distance. */
function neighbourSimilarity(a: Neighbours, i: number, b: Neighbours, j: number): number {
  const { distance, ahead, aside, angle } = b;
  const startA = i * NEIGHBOURS.count;
  const endA = startA + a.count[i]!;
  const startB = j * NEIGHBOURS.count;
  const endB = startB + b.count[j]!;
  let sum = 0;
  for (let k = startA, from = startB; k < endA; k++) {
    const far = a.distance[k]!;
    const slack = a.slack[k]!;
    while (from < endB && distance[from]! < far - slack) from++;
    if (from === endB) break;
    const u = a.ahead[k]!;
    const v = a.aside[k]!;
    const angleA = a.angle[k]!;
    const perSquare = a.perSquare[k]!;
    let best = 0;
    for (let l = from; l < endB && distance[l]! <= far + slack; l++) {
      const du = u - ahead[l]!;
      const dv = v - aside[l]!;
      const near = 1 - (du * du + dv * dv) * perSquare;
      if (near <= best) continue;
      // Both angles lie between −π and π, so they differ by at most one full turn too much.
      let apart = Math.abs(angleA - angle[l]!);
      if (apart > Math.PI) apart = FULL_TURN - apart;
      const angleOff = apart / LOCAL.angle;
      const fit = near * (1 - angleOff * angleOff);
      if (fit > best) best = fit;
    }
    sum += best;
  }
  return sum / (Math.min(a.count[i]!, b.count[j]!) + LOCAL.damping);
}
