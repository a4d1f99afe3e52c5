import { LOCAL, RINGS } from '../constants.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, kernelsFor, newFloats, place, run, workRoom } from '../kernels/memory.ts';
import { AHEAD, ANGLE, ASIDE, DISTANCE, type Neighbours, NUMBERS, PER_SQUARE, SLACK } from './neighbours.ts';
import type { PreparedView } from './prepare.ts';
import { ringSimilarity, TOLERANCE, UNUSED } from './rings.ts';

/** How similar the neighbourhoods of each minutia of A and each of B are, 0 to 1, row by row. Inside `withKernels` it is one of its planes. */
export function localSimilarity(a: PreparedView, b: PreparedView): Float32Array {
  const out = newFloats(a.count * b.count);
  const kernels = kernelsFor(out);
  if (kernels) return run(() => byKernel(kernels, a, b, out));
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

/** As the kernel takes them. */
const SETTINGS = Float64Array.of(
  RINGS.minEarlySum * TOLERANCE,
  TOLERANCE,
  RINGS.damping,
  RINGS.minSimilarity,
  1 - RINGS.weight,
  RINGS.weight,
  LOCAL.angle,
  LOCAL.damping,
  UNUSED * TOLERANCE,
);

/** Of a minutia: what tells the kernel beforehand which neighbours cannot be each other's. */
const ROUGH_BYTES = 128;
/** Of a minutia of B: which it is, and how alike its outer rings are. */
const LIKELY_BYTES = 8;

function byKernel(kernels: Kernels, a: PreparedView, b: PreparedView, out: Float32Array): Float32Array {
  const [ringsA, knownA] = a.rings && b.rings ? [keep(a.rings.orientation), keep(a.rings.known)] : [0, 0];
  const [ringsB, knownB] = a.rings && b.rings ? [keep(b.rings.orientation), keep(b.rings.known)] : [0, 0];
  // biome-ignore format: one view a line
  kernels.similarities(
    ringsA, knownA, keep(a.neighbours.near), keep(a.neighbours.count), a.count,
    ringsB, knownB, keep(b.neighbours.near), keep(b.neighbours.count), b.count,
    place(out), keep(SETTINGS), workRoom(ROUGH_BYTES * a.count), workRoom(ROUGH_BYTES * b.count),
    workRoom(LIKELY_BYTES * (b.count + 1)),
  );
  return out;
}

const FULL_TURN = 2 * Math.PI;

/** Which part of the neighbours has a counterpart, each weighed by how well it fits. Both lists are sorted by distance. */
function neighbourSimilarity(a: Neighbours, i: number, b: Neighbours, j: number): number {
  const near = b.near;
  const startA = i * NUMBERS;
  const endA = startA + a.count[i]!;
  const startB = j * NUMBERS;
  const endB = startB + b.count[j]!;
  let sum = 0;
  for (let k = startA, from = startB; k < endA; k++) {
    const far = a.near[k + DISTANCE]!;
    const slack = a.near[k + SLACK]!;
    while (from < endB && near[from + DISTANCE]! < far - slack) from++;
    if (from === endB) break;
    const u = a.near[k + AHEAD]!;
    const v = a.near[k + ASIDE]!;
    const angleA = a.near[k + ANGLE]!;
    const perSquare = a.near[k + PER_SQUARE]!;
    let best = 0;
    for (let l = from; l < endB && near[l + DISTANCE]! <= far + slack; l++) {
      const du = u - near[l + AHEAD]!;
      const dv = v - near[l + ASIDE]!;
      const close = 1 - (du * du + dv * dv) * perSquare;
      if (close <= best) continue;
      // Both angles lie between −π and π, so they differ by at most one full turn too much.
      let apart = Math.abs(angleA - near[l + ANGLE]!);
      if (apart > Math.PI) apart = FULL_TURN - apart;
      const angleOff = apart / LOCAL.angle;
      const fit = close * (1 - angleOff * angleOff);
      if (fit > best) best = fit;
    }
    sum += best;
  }
  return sum / (Math.min(a.count[i]!, b.count[j]!) + LOCAL.damping);
}
