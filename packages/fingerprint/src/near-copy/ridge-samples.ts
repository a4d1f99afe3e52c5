import { MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { RIDGE_SAMPLES } from './constants.ts';
import type { Points } from './points.ts';

/** Points of a finger around the middle of its minutiae, each of which lies well on a ridge or well in a valley. */
export interface RidgeSamples {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly ridge: Uint8Array;
  /** So few of the points looked at lie well that the map was made to hide from being looked at: no finger's is like it. */
  readonly isHidden: boolean;
}

/** Of the points on the finger; of 480 real prints the least has 0.34. */
const LEAST_WELL = 0.2;

/** Less than half of a finger's points lie well on either side, and a map is larger than its finger. */
const LOOKED_AT = 4 * RIDGE_SAMPLES;

/** Pixels of a view per pixel of its map's ridges. */
export const RIDGE_PIXEL = MAP.cell / MAP.half;

/** Spread evenly over the finger, at most RIDGE_SAMPLES. */
export function ridgeSamples(map: RidgeMap, points: Points): RidgeSamples {
  const width = map.columns * MAP.half;
  const { ridge } = map;
  const well: number[] = [];
  const every = Math.max(1, Math.ceil(ridge.length / LOOKED_AT));
  let onFinger = 0;
  for (let at = width + 1; at < ridge.length - width - 1; at += every) {
    if (ridge[at] === MAP.nothing) continue;
    onFinger++;
    if (isWell(ridge, at, width)) well.push(at);
  }
  const count = Math.min(RIDGE_SAMPLES, well.length);
  const out = {
    count,
    x: new Float32Array(count),
    y: new Float32Array(count),
    ridge: new Uint8Array(count),
    isHidden: well.length <= LEAST_WELL * onFinger,
  };
  for (let k = 0; k < count; k++) {
    const at = well[Math.floor((k * well.length) / count)]!;
    const column = at % width;
    out.x[k] = map.left + (column + 0.5) * RIDGE_PIXEL - points.middleX;
    out.y[k] = map.top + ((at - column) / width + 0.5) * RIDGE_PIXEL - points.middleY;
    out.ridge[k] = ridge[at]!;
  }
  return out;
}

/** At the edge of a ridge a point may fall on either side. Of the eight around this one at least five are as it is. */
function isWell(ridge: Uint8Array, at: number, width: number): boolean {
  const own = ridge[at]!;
  let same = 0;
  for (let row = at - width; row <= at + width; row += width)
    for (let near = row - 1; near <= row + 1; near++) if (ridge[near] === own) same++;
  return same > 5;
}
