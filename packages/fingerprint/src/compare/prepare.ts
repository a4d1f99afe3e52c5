import { MAP, PREPARE, RESAMPLE } from '../constants.ts';
import { unpackMap } from '../ridges/pack.ts';
import { type RidgeMap } from '../ridges/map.ts';
import type { View } from '../types.ts';

/** A view's minutiae as arrays, at 500 dpi, angles in radians with y down. */
export interface Prepared {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly angle: Float32Array;
  readonly cos: Float32Array;
  readonly sin: Float32Array;
  readonly quality: Float32Array;
  /** Local ridge period over the common one: what across-ridge distances are divided by. */
  readonly pitch: Float32Array;
  readonly map: RidgeMap | undefined;
}

export function prepare(view: View): Prepared {
  const chosen = best(view);
  const scale = RESAMPLE.dpi / view.dpi;
  const column = (value: (k: number) => number): Float32Array => Float32Array.from(chosen, (_, k) => value(k));
  const map = unpackMap(view.extended);
  const angle = column((k) => 2 * Math.PI - chosen[k]!.direction);
  return {
    count: chosen.length,
    x: column((k) => chosen[k]!.x * scale),
    y: column((k) => chosen[k]!.y * scale),
    angle,
    cos: angle.map(Math.cos),
    sin: angle.map(Math.sin),
    quality: column((k) => chosen[k]!.quality / 100),
    pitch: column((k) => (map ? pitchAt(map, chosen[k]!.x, chosen[k]!.y) : 1)),
    map,
  };
}

function best(view: View): View['minutiae'] {
  if (view.minutiae.length <= PREPARE.maxMinutiae) return view.minutiae;
  return [...view.minutiae].sort((a, b) => b.quality - a.quality).slice(0, PREPARE.maxMinutiae);
}

function pitchAt(map: RidgeMap, x: number, y: number): number {
  const side = MAP.pitchCells * MAP.cell;
  const across = Math.ceil(map.columns / MAP.pitchCells);
  const column = Math.floor((x - map.left) / side);
  const row = Math.floor((y - map.top) / side);
  const value = column >= 0 && column < across && row >= 0 ? (map.pitch[row * across + column] ?? 0) : 0;
  return value === 0 ? 1 : (value / 16 / PREPARE.period) ** PREPARE.believed;
}
