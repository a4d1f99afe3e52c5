import { bestMinutiae } from '../compare/minutia-arrays.ts';
import { MAP, PREPARE, RESAMPLE } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { Minutia, View } from '../types.ts';
import { DIRECTION_STEPS, RIDGE_SAMPLES } from './constants.ts';

/** One view as this check reads it, once for all views it is compared with. */
export interface Capture {
  readonly points: Points;
  readonly map: RidgeMap | undefined;
  readonly ridges: RidgeSamples | undefined;
}

/** A capture's minutiae at 500 dpi around their own middle, sorted by x, angles with y down. */
export interface Points {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly angle: Float64Array;
  /** The angle in whole steps of a record's direction byte. */
  readonly step: Int32Array;
  /** Position of the middle in the view. */
  readonly middleX: number;
  readonly middleY: number;
}

/** Points of a finger around the middle of its minutiae, each clearly on a ridge or clearly in a valley. */
export interface RidgeSamples {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly ridge: Uint8Array;
  /** So few points are clear that the map was made to evade this check: no finger has such a map. */
  readonly isHidden: boolean;
}

export function captureOf(view: View): Capture {
  const points = pointsOf(view);
  const map = unpackMap(view.extended);
  return { points, map, ridges: map && ridgeSamples(map, points) };
}

/** At one resolution, so that a copy with another stated resolution is found as well. */
function pointsOf(view: View): Points {
  const scale = RESAMPLE.dpi / view.dpi;
  const chosen = bestMinutiae(view, PREPARE.maxMinutiae).toSorted((a, b) => a.x - b.x);
  const count = chosen.length;
  const middle = (of: (minutia: Minutia) => number): number =>
    (scale * chosen.reduce((total, minutia) => total + of(minutia), 0)) / Math.max(1, count);
  const [middleX, middleY] = [middle(({ x }) => x), middle(({ y }) => y)];
  const angle = Float64Array.from(chosen, ({ direction }) => -direction);
  return {
    count,
    x: Float64Array.from(chosen, ({ x }) => x * scale - middleX),
    y: Float64Array.from(chosen, ({ y }) => y * scale - middleY),
    angle,
    step: Int32Array.from(angle, (radians) => Math.round((radians * DIRECTION_STEPS) / (2 * Math.PI))),
    middleX,
    middleY,
  };
}

/** Share of the finger's points that are clear. Every real capture has more. */
const LEAST_CLEAR = 0.2;
/** Fewer than half of a finger's points are clear, and a map is larger than its finger. */
const EXAMINED = 4 * RIDGE_SAMPLES;
/** Pixels of a view per pixel of its map's ridges. */
export const RIDGE_PIXEL = MAP.cell / MAP.half;

/** Spread evenly over the finger, at most RIDGE_SAMPLES. */
export function ridgeSamples(map: RidgeMap, points: Points): RidgeSamples {
  const width = map.columns * MAP.half;
  const { ridge } = map;
  const clear: number[] = [];
  const every = Math.max(1, Math.ceil(ridge.length / EXAMINED));
  let onFinger = 0;
  for (let at = width + 1; at < ridge.length - width - 1; at += every) {
    if (ridge[at] === MAP.nothing) continue;
    onFinger++;
    if (isClear(ridge, at, width)) clear.push(at);
  }
  const count = Math.min(RIDGE_SAMPLES, clear.length);
  const chosen = Int32Array.from({ length: count }, (_, k) => clear[Math.floor((k * clear.length) / count)]!);
  const position = (cells: number, corner: number, middle: number): number =>
    corner + (cells + 0.5) * RIDGE_PIXEL - middle;
  return {
    count,
    x: Float32Array.from(chosen, (at) => position(at % width, map.left, points.middleX)),
    y: Float32Array.from(chosen, (at) => position(Math.floor(at / width), map.top, points.middleY)),
    ridge: Uint8Array.from(chosen, (at) => ridge[at]!),
    isHidden: clear.length <= LEAST_CLEAR * onFinger,
  };
}

/** A point at the edge of a ridge may fall on either side. A clear one equals at least five of the eight around it. */
function isClear(ridge: Uint8Array, at: number, width: number): boolean {
  const own = ridge[at]!;
  let same = 0;
  for (let row = at - width; row <= at + width; row += width)
    for (let near = row - 1; near <= row + 1; near++) if (ridge[near] === own) same++;
  return same > 5;
}
