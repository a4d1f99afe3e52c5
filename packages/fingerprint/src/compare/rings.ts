import { MAP, RINGS } from '../constants.ts';
import { keep, kernelsFor, newBytes, place, run } from '../kernels/memory.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** No step: no finger there, or room that is not used. */
const NONE = 255;
const STEPS = MAP.orientationSteps;
export const TOLERANCE = Math.round((RINGS.tolerance / Math.PI) * STEPS);
const POINTS = ringPoints();
/** Points of a minutia, and room for them: whole vectors. */
const COUNT = POINTS.length / 2;
const ROOM = 32;
export const UNUSED = ROOM - COUNT;
/** Differences of directions, from −LEAST to less than MOST: more than any map can say, and a turn. */
export const LEAST = 2 * STEPS;
const MOST = 3 * STEPS;
const SIMILARITY = similarityTable();
export const ORIENTATION_SIMILARITY = Float64Array.from(SIMILARITY, (steps) => steps / TOLERANCE);

/** The ridge orientations on rings around each minutia, relative to its own direction. */
export interface Rings {
  /** Steps, ROOM per minutia; NONE where there is no finger. */
  readonly orientation: Uint8Array;
  /** How many points of each minutia lie on the finger. */
  readonly known: Uint8Array;
}

export function rings(view: MinutiaArrays, map: RidgeMap): Rings {
  const orientation = newBytes(view.count * ROOM).fill(NONE);
  const known = newBytes(view.count);
  const kernels = kernelsFor(orientation, known);
  if (kernels) {
    // biome-ignore format: one row a line
    run(() => kernels.rings(
      keep(view.places), view.count, keep(map.orientation), map.columns, map.rows, map.left, map.top,
      keep(PLANES), COUNT, place(orientation), place(known),
    ));
    return { orientation, known };
  }
  for (let i = 0; i < view.count; i++) {
    const cos = view.cos[i]!;
    const sin = view.sin[i]!;
    // Two half turns more and rounded: the difference with any orientation is then above 0.
    const own = Math.floor(2 * STEPS - turnSteps(view.angle[i]!) + 0.5);
    for (let k = 0; k < POINTS.length; k += 2) {
      const x = view.x[i]! + cos * POINTS[k]! - sin * POINTS[k + 1]!;
      const y = view.y[i]! + sin * POINTS[k]! + cos * POINTS[k + 1]!;
      const here = orientationAt(map, x, y);
      if (here === MAP.outside) continue;
      orientation[i * ROOM + (k >> 1)] = (here + own) % STEPS;
      known[i]!++;
    }
  }
  return { orientation, known };
}

/** All x, then all y. */
const PLANES = Float64Array.from({ length: 2 * ROOM }, (_, k) => POINTS[2 * (k % ROOM) + Math.floor(k / ROOM)] ?? 0);

/** A whole turn is two half ones. */
function turnSteps(angle: number): number {
  const steps = (angle / Math.PI) * STEPS;
  return steps - 2 * STEPS * Math.floor(steps / (2 * STEPS));
}

/** −1 to 1: do the ridges around the two minutiae run alike? Few points on the finger pull it to 0. */
export function ringSimilarity(a: Rings, i: number, b: Rings, j: number): number {
  const early = sumAlike(a, i * ROOM, b, j * ROOM, RINGS.earlyPoints);
  if (early < RINGS.minEarlySum * TOLERANCE) return -1;
  const rest = sumAlike(a, i * ROOM + RINGS.earlyPoints, b, j * ROOM + RINGS.earlyPoints, COUNT - RINGS.earlyPoints);
  return (early + rest) / (TOLERANCE * (Math.min(a.known[i]!, b.known[j]!) + RINGS.damping));
}

function sumAlike(
  { orientation: a }: Rings,
  fromA: number,
  { orientation: b }: Rings,
  fromB: number,
  count: number,
): number {
  let sum = 0;
  for (let k = fromA, l = fromB, end = k + count; k < end; k++, l++)
    // That neither shows the finger there is alike too; where one does, it says nothing.
    if ((a[k] === NONE) === (b[l] === NONE)) sum += SIMILARITY[a[k]! - b[l]! + LEAST]!;
  return sum;
}

/** The similarity of two orientations, from their difference in steps: 1 when equal, 0 at RINGS.tolerance, −1 at twice that and beyond. */
export function orientationSimilarity(difference: number): number {
  return ORIENTATION_SIMILARITY[difference + LEAST]!;
}

function ringPoints(): Float32Array {
  const points: number[] = [];
  for (const [radius, count] of RINGS.rings) {
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / count;
      points.push(radius * Math.cos(angle), radius * Math.sin(angle));
    }
  }
  return Float32Array.from(points);
}

/** In steps: TOLERANCE when equal, falling by one with each step to −TOLERANCE. */
function similarityTable(): Int8Array {
  return Int8Array.from({ length: LEAST + MOST }, (_, k) => {
    const apart = k % STEPS;
    return Math.max(-TOLERANCE, TOLERANCE - Math.min(apart, STEPS - apart));
  });
}
