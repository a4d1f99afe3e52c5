import { MAP, RINGS } from '../constants.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** Far from every step, so that a difference with it falls into the part of the table that is all zeros. */
const NONE = 1000;
const STEPS = MAP.orientationSteps;
const TOLERANCE = Math.round((RINGS.tolerance / Math.PI) * STEPS);
const POINTS = ringPoints();
const COUNT = POINTS.length / 2;
const SIMILARITY = similarityTable();

/** The ridge orientations on rings around each minutia, relative to its own direction. */
export interface Rings {
  /** Steps, COUNT per minutia; NONE where there is no finger. */
  readonly orientation: Int16Array;
  /** How many points of each minutia lie on the finger. */
  readonly known: Uint8Array;
}

export function rings(view: MinutiaArrays, map: RidgeMap): Rings {
  const orientation = new Int16Array(view.count * COUNT).fill(NONE);
  const known = new Uint8Array(view.count);
  for (let i = 0, at = 0; i < view.count; i++) {
    const cos = view.cos[i]!;
    const sin = view.sin[i]!;
    // Two half turns more and rounded: the difference with any orientation is then above 0.
    const own = 2 * STEPS - turnSteps(view.angle[i]!) + 0.5;
    for (let k = 0; k < POINTS.length; k += 2, at++) {
      const x = view.x[i]! + cos * POINTS[k]! - sin * POINTS[k + 1]!;
      const y = view.y[i]! + sin * POINTS[k]! + cos * POINTS[k + 1]!;
      const here = orientationAt(map, x, y);
      if (here === MAP.outside) continue;
      orientation[at] = ((here + own) | 0) % STEPS;
      known[i]!++;
    }
  }
  return { orientation, known };
}

/** A whole turn is two half ones. */
function turnSteps(angle: number): number {
  const steps = (angle / Math.PI) * STEPS;
  return steps - 2 * STEPS * Math.floor(steps / (2 * STEPS));
}

/** −1 to 1: do the ridges around the two minutiae run alike? Few points on the finger pull it to 0. */
export function ringSimilarity(a: Rings, i: number, b: Rings, j: number): number {
  const orientationA = a.orientation;
  const orientationB = b.orientation;
  let k = i * COUNT;
  let l = j * COUNT;
  let sum = 0;
  for (const end = k + RINGS.earlyPoints; k < end; k++, l++)
    sum += SIMILARITY[orientationA[k]! - orientationB[l]! + NONE]!;
  if (sum < RINGS.minEarlySum * TOLERANCE) return -1;
  for (const end = (i + 1) * COUNT; k < end; k++, l++) sum += SIMILARITY[orientationA[k]! - orientationB[l]! + NONE]!;
  return sum / (TOLERANCE * (Math.min(a.known[i]!, b.known[j]!) + RINGS.damping));
}

/** The similarity of two orientations, from their difference in steps: 1 when equal, 0 at RINGS.tolerance, −1 at twice that and beyond. */
export function orientationSimilarity(difference: number): number {
  return SIMILARITY[difference + NONE]! / TOLERANCE;
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

/** In steps: TOLERANCE when equal, falling by one with each step to −TOLERANCE. Whole numbers add up fastest. */
function similarityTable(): Int8Array {
  return Int8Array.from({ length: 2 * NONE + 1 }, (_, k) => {
    const apart = Math.abs(k - NONE);
    if (apart > 2 * STEPS) return 0;
    return Math.max(-TOLERANCE, TOLERANCE - Math.min(apart % STEPS, STEPS - (apart % STEPS)));
  });
}
