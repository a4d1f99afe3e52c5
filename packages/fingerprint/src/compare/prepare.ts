import { PREPARE, RESAMPLE } from '../constants.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { RidgeMap } from '../ridges/map.ts';
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
  /** What lies between the minutiae, where the record carries it. */
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
    map,
  };
}

function best(view: View): View['minutiae'] {
  if (view.minutiae.length <= PREPARE.maxMinutiae) return view.minutiae;
  return [...view.minutiae].sort((a, b) => b.quality - a.quality).slice(0, PREPARE.maxMinutiae);
}
