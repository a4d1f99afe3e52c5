import type { RidgeMap } from '../ridges/map.ts';
import { unpackMap } from '../ridges/pack.ts';
import type { View } from '../types.ts';
import { pointsOf, type Points } from './points.ts';
import { ridgeSamples, type RidgeSamples } from './ridge-samples.ts';

/** What is looked at of one view, read once however many views it is held against. */
export interface Touch {
  readonly points: Points;
  readonly map: RidgeMap | undefined;
  readonly ridges: RidgeSamples | undefined;
}

export function touchOf(view: View): Touch {
  const points = pointsOf(view);
  const map = unpackMap(view.extended);
  return { points, map, ridges: map && ridgeSamples(map, points) };
}
