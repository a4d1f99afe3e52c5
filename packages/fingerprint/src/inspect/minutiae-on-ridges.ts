import type { MinutiaArrays } from '../compare/minutia-arrays.ts';
import { MAP } from '../constants.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';

/** What the map says about the minutiae. */
export interface MinutiaeOnRidges {
  /** How many lie off the finger. */
  readonly outside: number;
  /** Mean radians between their directions and the ridges under them. */
  readonly turn: number;
  /** Mean over all: 1 where every ridge or valley ends as the minutia says, 0 by chance. */
  readonly ending: number;
}

/** Pixels before and behind a minutia where the ridge and the valley that follows it are looked for. */
const LOOKED_AT = [3, 5, 7, 9] as const;

export function minutiaeOnRidges(minutiae: MinutiaArrays, map: RidgeMap): MinutiaeOnRidges {
  let outside = 0;
  let turn = 0;
  let ending = 0;
  for (let i = 0; i < minutiae.count; i++) {
    const orientation = orientationAt(map, minutiae.x[i]!, minutiae.y[i]!);
    if (orientation === MAP.outside) {
      outside++;
      continue;
    }
    const apart = minutiae.angle[i]! - (orientation * Math.PI) / MAP.orientationSteps;
    // Directions of lines: half a turn apart is the same.
    turn += Math.asin(Math.min(1, Math.abs(Math.sin(apart))));
    ending += minutiae.ends[i]! * ridgeAhead(minutiae, i, map);
  }
  const inside = Math.max(1, minutiae.count - outside);
  return { outside, turn: turn / inside, ending: ending / inside };
}

/** Ridges ahead less ridges behind, as a part of all points: 1 where a ridge has its end, and −1 where a valley has. */
function ridgeAhead({ x, y, cos, sin }: MinutiaArrays, i: number, map: RidgeMap): number {
  let sum = 0;
  for (const far of LOOKED_AT) {
    sum += ridgeAt(map, x[i]! + far * cos[i]!, y[i]! + far * sin[i]!);
    sum -= ridgeAt(map, x[i]! - far * cos[i]!, y[i]! - far * sin[i]!);
  }
  return sum / LOOKED_AT.length;
}

/** 1 on a ridge, 0 in a valley, one half where nothing is known. */
function ridgeAt(map: RidgeMap, x: number, y: number): number {
  const width = map.columns * MAP.half;
  const column = Math.floor((x + 0.5 - map.left) / 2);
  const row = Math.floor((y + 0.5 - map.top) / 2);
  if (column < 0 || row < 0 || column >= width || row >= map.rows * MAP.half) return 0.5;
  const value = map.ridge[row * width + column]!;
  return value === MAP.nothing ? 0.5 : value;
}
