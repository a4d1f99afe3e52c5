/** The master is the skin of one finger, from which all its impressions are taken. Growing it is the slow step. */
import { growRidges } from './grow.ts';
import { orientationField, periodField } from './orientation.ts';
import { patternOf } from './pattern.ts';
import { randomFor } from './random.ts';
import { GROWTH_HEIGHT, GROWTH_WIDTH, MASTER_HEIGHT, MASTER_WIDTH } from './sizes.ts';
import { drawDot, drawStroke, type GapMap } from './stroke.ts';

/** Callers usually synthesize all impressions of a finger before the next finger. */
const CACHED_MASTERS = 16;
/** The grown wave is cut at its crests, which keeps minutiae crisp. */
const CREST_GAIN = 1.5;
/** Pores sit on the ridges' crests. Creases cross the pad and are permanent. Gap strengths are 0 to 255. */
const PIXELS_PER_PORE = 95;
const PORE_MIN_RELIEF = 0.75;
const PORE_RADIUS = 0.8;
const PORE_STRENGTH = [70, 170] as const;
const MAX_CREASES = 4;
export const CREASE = { length: [40, 150], halfWidth: [0.6, 1.5], strength: 230 } as const;

export interface Master {
  /** -127 (valley) to 127 (ridge). */
  readonly relief: Int8Array;
  /** Pores and creases: 0 (none) to 255 (no contact at all). */
  readonly gaps: Uint8Array;
}

const cache = new Map<number, Master>();

export const masterOf = (finger: number): Master => {
  const master = cache.get(finger) ?? growMaster(finger);
  // Inserting it again makes it the youngest entry; the oldest is evicted first.
  cache.delete(finger);
  cache.set(finger, master);
  if (cache.size > CACHED_MASTERS) cache.delete(cache.keys().next().value!);
  return master;
};

const growMaster = (finger: number): Master => {
  const orientation = orientationField(patternOf(finger), randomFor('orientation', finger));
  const period = periodField(randomFor('period', finger));
  const relief = doubleSize(growRidges(orientation, period, randomFor('seeds', finger)));
  return { relief, gaps: poresAndCreases(relief, finger) };
};

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

/** The growth grid at twice its size, as -127 to 127. Six taps, because bilinear steps would fray ridges of 4.5 pixels. */
const doubleSize = (relief: Float32Array): Int8Array => {
  const wide = new Float32Array(MASTER_WIDTH * GROWTH_HEIGHT);
  for (let y = 0; y < GROWTH_HEIGHT; y++) doubleLine(relief, y * GROWTH_WIDTH, 1, GROWTH_WIDTH, wide, y * MASTER_WIDTH);
  const full = new Float32Array(MASTER_WIDTH * MASTER_HEIGHT);
  for (let x = 0; x < MASTER_WIDTH; x++) doubleLine(wide, x, MASTER_WIDTH, GROWTH_HEIGHT, full, x);
  return Int8Array.from(full, (value) => Math.round(127 * Math.max(-1, Math.min(1, CREST_GAIN * value))));
};

// biome-ignore format: the parameters on one line
const doubleLine = (from: Float32Array, start: number, step: number, count: number, to: Float32Array, toStart: number): void => {
  const at = (i: number): number => (i < 0 || i >= count ? 0 : from[start + i * step]!);
  for (let i = 0, t = toStart; i < count; i++, t += 2 * step) {
    to[t] = at(i);
    to[t + step] = (150 * (at(i) + at(i + 1)) - 25 * (at(i - 1) + at(i + 2)) + 3 * (at(i - 2) + at(i + 3))) / 256;
  }
};
