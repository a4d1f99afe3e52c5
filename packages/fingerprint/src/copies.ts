import { bestMinutiae } from './compare/minutia-arrays.ts';
import { COPY, PREPARE, RESAMPLE } from './constants.ts';
import type { Minutia, View } from './types.ts';

/** Has the probe the minutiae of an enrolled view, in any order and encoding, each at most one pixel away? Two captures never match that closely. */
export function isCopy(probe: readonly View[], enrolled: readonly View[]): boolean {
  const stored = enrolled.map(pointsOf);
  return probe.map(pointsOf).some((one) => stored.some((other) => areSame(one, other)));
}

export function holdsCaptureTwice(views: readonly View[]): boolean {
  return views.some((view, k) => isCopy([view], views.slice(k + 1)));
}

interface Points {
  readonly all: readonly Minutia[];
  /** The minutiae that a copy must have, whatever its order. */
  readonly sure: readonly Minutia[];
}

function pointsOf(view: View): Points {
  const scale = RESAMPLE.dpi / view.dpi;
  const chosen = bestMinutiae(view, PREPARE.maxMinutiae);
  const all = chosen.map((minutia) => ({ ...minutia, x: minutia.x * scale, y: minutia.y * scale }));
  return { all, sure: sureOf(all) };
}

/** If a view has more minutiae than a comparison uses, their order decides which of the lowest quality are left out. */
function sureOf(all: readonly Minutia[]): readonly Minutia[] {
  if (all.length < PREPARE.maxMinutiae) return all;
  const lowest = Math.min(...all.map(({ quality }) => quality));
  const better = all.filter(({ quality }) => quality > lowest);
  return better.length < all.length / 2 ? all : better;
}

function areSame(one: Points, other: Points): boolean {
  return one.all.length > 0 && other.all.length > 0 && isWithin(one.sure, other.all) && isWithin(other.sure, one.all);
}

function isWithin(some: readonly Minutia[], all: readonly Minutia[]): boolean {
  return some.every((one) => all.some((other) => isNear(one, other)));
}

function isNear(one: Minutia, other: Minutia): boolean {
  return (
    Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) <= COPY.pixels &&
    Math.abs(wrap(one.direction - other.direction)) <= COPY.radians
  );
}

function wrap(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
