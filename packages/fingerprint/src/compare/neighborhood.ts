import { NEIGHBORS, RINGS } from '../constants.ts';
import { call, newBytes, newFloats } from '../kernels/memory.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** Nearest first. Per neighbor: distance, ahead, aside, angle, tolerance, and one over its square. */
interface Neighbors {
  readonly count: Uint8Array;
  readonly near: Float32Array;
}

export function neighbors({ count, places }: MinutiaArrays): Neighbors {
  const out = { count: newBytes(count), near: newFloats(count * NEIGHBORS.count * 6) };
  call('neighbors', places, count, out.near, out.count);
  return out;
}

/** The ridge orientations on rings around each minutia, relative to its own direction. */
interface Rings {
  /** Orientation steps, BYTES_PER_MINUTIA each; UNKNOWN outside the finger. */
  readonly orientation: Uint8Array;
  readonly known: Uint8Array;
}

const UNKNOWN = 255;
const BYTES_PER_MINUTIA = 32;
const POINTS = Float32Array.from(
  RINGS.rings.flatMap(([radius, count]) =>
    Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count).flatMap((angle) => [
      radius * Math.cos(angle),
      radius * Math.sin(angle),
    ]),
  ),
);
const POINT_COUNT = POINTS.length / 2;

export function rings({ count, places }: MinutiaArrays, map: RidgeMap): Rings {
  const { orientation, columns, rows, left, top } = map;
  const out = { orientation: newBytes(count * BYTES_PER_MINUTIA).fill(UNKNOWN), known: newBytes(count) };
  // biome-ignore format: one call
  call('rings', places, count, orientation, columns, rows, left, top, POINTS, POINT_COUNT, out.orientation, out.known);
  return out;
}

export interface Neighborhoods {
  readonly count: number;
  readonly neighbors: Neighbors;
  readonly rings: Rings | undefined;
}

export function localSimilarity(a: Neighborhoods, b: Neighborhoods): Float32Array {
  const out = newFloats(a.count * b.count);
  const withRings = a.rings !== undefined && b.rings !== undefined;
  const of = (view: Neighborhoods): [number | Uint8Array, number | Uint8Array, Float32Array, Uint8Array, number] => [
    withRings ? view.rings!.orientation : 0,
    withRings ? view.rings!.known : 0,
    view.neighbors.near,
    view.neighbors.count,
    view.count,
  ];
  call('similarities', ...of(a), ...of(b), out, POINT_COUNT);
  return out;
}
