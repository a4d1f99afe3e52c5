import { MAP, RINGS } from '../constants.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** Far from every step, so that a difference with it falls into the part of the table that is all zeros. */
const NONE = 1000;
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
    const own = (view.angle[i]! / Math.PI) * MAP.orientationSteps;
    for (let k = 0; k < POINTS.length; k += 2, at++) {
      const x = view.x[i]! + cos * POINTS[k]! - sin * POINTS[k + 1]!;
      const y = view.y[i]! + sin * POINTS[k]! + cos * POINTS[k + 1]!;
      const here = orientationAt(map, x, y);
      if (here === MAP.outside) continue;
      orientation[at] = mod(Math.round(here - own));
      known[i]!++;
    }
  }
  return { orientation, known };
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
  if (sum < RINGS.minEarlySum) return -1;
  for (const end = (i + 1) * COUNT; k < end; k++, l++) sum += SIMILARITY[orientationA[k]! - orientationB[l]! + NONE]!;
  return sum / (Math.min(a.known[i]!, b.known[j]!) + RINGS.damping);
}

/** The similarity of two orientations, from their difference in steps: 1 when equal, 0 at RINGS.tolerance, −1 at twice that and beyond. */
export function orientationSimilarity(difference: number): number {
  return SIMILARITY[difference + NONE]!;
}

function mod(steps: number): number {
  return ((steps % MAP.orientationSteps) + MAP.orientationSteps) % MAP.orientationSteps;
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

function similarityTable(): Float32Array {
  return Float32Array.from({ length: 2 * NONE + 1 }, (_, k) => {
    const difference = k - NONE;
    if (Math.abs(difference) > 2 * MAP.orientationSteps) return 0;
    const off = Math.min(mod(difference), MAP.orientationSteps - mod(difference)) * (Math.PI / MAP.orientationSteps);
    return Math.max(-1, 1 - off / RINGS.tolerance);
  });
}
