import type { RidgeMap } from '../ridges/map.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { View } from '../types.ts';
import { pointsOf, type Points } from './points.ts';

/** What is looked at of one view, read once however many views it is held against. */
export interface Touch {
  readonly points: Points;
  readonly map: RidgeMap | undefined;
}

export function touchOf(view: View): Touch {
  return { points: pointsOf(view), map: unpackMap(view.extended) };
}
