/** The master: the skin of one finger, from which all its impressions are taken. Growing it is the slow step. */
import {
  CACHED_MASTERS,
  CREASE_HALF_WIDTH,
  CREASE_LENGTH,
  CREASE_STRENGTH,
  MANY_CREASES,
  MAX_CREASES,
  MASTER_HEIGHT,
  MASTER_WIDTH,
  PIXELS_PER_PORE,
  PORE_MIN_RELIEF,
  PORE_RADIUS,
  PORE_STRENGTH,
} from './constants.ts';
import { doubleSize } from './double.ts';
import { growRidges } from './grow.ts';
import { orientationField } from './orientation.ts';
import { patternOf } from './pattern.ts';
import { periodField } from './period.ts';
import { randomFor } from './random.ts';
import { drawDot, drawStroke, type GapMap } from './stroke.ts';

/** `MASTER_WIDTH` × `MASTER_HEIGHT` pixels. */
export interface Master {
  /** -127 (valley) to 127 (ridge). */
  readonly relief: Int8Array;
  /** Pores and creases: 0 (none) to 255 (no ink at all). */
  readonly gaps: Uint8Array;
}

const cache = new Map<string, Master>();

export const masterOf = (finger: number, creased = false): Master => {
  const key = `${finger}${creased ? ' creased' : ''}`;
  const master = cache.get(key) ?? (creased ? crease(masterOf(finger), finger) : growMaster(finger));
  // Entering it anew makes it the youngest; the oldest leaves first.
  cache.delete(key);
  cache.set(key, master);
  if (cache.size > CACHED_MASTERS) cache.delete(cache.keys().next().value!);
  return master;
};

const growMaster = (finger: number): Master => {
  const orientation = orientationField(patternOf(finger), randomFor('orientation', finger));
  const period = periodField(randomFor('period', finger));
  const relief = doubleSize(growRidges(orientation, period, randomFor('seeds', finger)));
  return { relief, gaps: poresAndCreases(relief, finger) };
};

const crease = ({ relief, gaps }: Master, finger: number): Master => {
  const map: GapMap = { width: MASTER_WIDTH, height: MASTER_HEIGHT, gaps: gaps.slice() };
  const random = randomFor('creases', finger);
  for (let left = MANY_CREASES; left > 0; left--) drawStroke(map, CREASE, random);
  return { relief, gaps: map.gaps };
};

const CREASE = { length: CREASE_LENGTH, halfWidth: CREASE_HALF_WIDTH, strength: CREASE_STRENGTH } as const;

const poresAndCreases = (relief: Int8Array, finger: number): Uint8Array => {
  const map: GapMap = { width: MASTER_WIDTH, height: MASTER_HEIGHT, gaps: new Uint8Array(relief.length) };
  const random = randomFor('pores', finger);
  for (let left = relief.length / PIXELS_PER_PORE; left > 0; left--) {
    const x = Math.floor(random.unit() * MASTER_WIDTH);
    const y = Math.floor(random.unit() * MASTER_HEIGHT);
    const strength = random.between(...PORE_STRENGTH);
    if (relief[y * MASTER_WIDTH + x]! > 127 * PORE_MIN_RELIEF) drawDot(map, x, y, PORE_RADIUS, strength);
  }
  for (let left = Math.floor(random.unit() * (MAX_CREASES + 1)); left > 0; left--) drawStroke(map, CREASE, random);
  return map.gaps;
};
