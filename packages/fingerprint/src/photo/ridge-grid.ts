import type { Plane } from '../extract/plane.ts';
import { RIDGES } from './constants.ts';

/** Measurements at the nodes of a coarse grid, one every RIDGES.step pixels. */
export interface RidgeGrid {
  /** 0 to 1: the share of the profile's power at one period. 0 outside the finger and without contrast. */
  readonly clarity: Plane;
  /** Pixels from ridge to ridge, for nodes with a clarity. */
  readonly period: Plane;
  readonly nodes: number;
  readonly textured: number;
  /** Direction across the ridges in radians, for nodes with a clarity. */
  readonly angle: Plane;
}

export function commonPeriod({ clarity, period }: RidgeGrid): number | undefined {
  const clear = [...clarity.data.keys()].filter((i) => clarity.data[i]! >= RIDGES.weak);
  clear.sort((a, b) => period.data[a]! - period.data[b]!);
  const total = clear.reduce((sum, i) => sum + clarity.data[i]!, 0);
  let sum = 0;
  for (const i of clear) {
    sum += clarity.data[i]!;
    if (sum >= total / 2) return period.data[i]!;
  }
  return undefined;
}

export function totalClarity({ clarity }: RidgeGrid): number {
  return clarity.data.reduce((sum, value) => sum + (value >= RIDGES.weak ? value : 0), 0);
}

/** 0 to 1, over the clearest part of the finger. The joint, the edges and parts out of focus need no ridges. */
export function clarityOf({ clarity }: RidgeGrid): number {
  const clearest = clarity.data.toSorted().subarray(-RIDGES.needed);
  return clearest.reduce((sum, value) => sum + value, 0) / RIDGES.needed;
}

/** Mean cosines of twice the angle between neighboring clear ridges, and of twice the angle to their mean direction. */
export function flowOf({ clarity, angle }: RidgeGrid): { smoothness: number; straightness: number } {
  let [cos, sin, count, alike, pairs] = [0, 0, 0, 0, 0];
  const isClear = (i: number): boolean => clarity.data[i]! >= RIDGES.clear;
  for (let i = 0; i < clarity.data.length; i++) {
    if (!isClear(i)) continue;
    cos += Math.cos(2 * angle.data[i]!);
    sin += Math.sin(2 * angle.data[i]!);
    count++;
    for (const next of [i + 1, i + clarity.width]) {
      if (!isClear(next)) continue;
      alike += Math.cos(2 * (angle.data[i]! - angle.data[next]!));
      pairs++;
    }
  }
  return { smoothness: alike / Math.max(1, pairs), straightness: Math.hypot(cos, sin) / Math.max(1, count) };
}
