import type { View } from '../types.ts';
import { align } from './align.ts';
import { combineViews, toScore } from './fuse.ts';
import { prepare, type PreparedView } from './prepare.ts';

/**
 * How sure it is that both are the same finger: 0 and up, a match iff ≥ THRESHOLD. Ten points are one power of ten of the
 * false match rate. Several views of one finger give one score. Which side is called probe makes no difference.
 */
export function compare(probe: View | readonly View[], candidate: View | readonly View[]): number {
  return comparePrepared(viewsOf(probe).map(prepare), viewsOf(candidate).map(prepare));
}

/** For whoever compares a view with many others: each needs to be prepared only once. */
export function comparePrepared(probe: readonly PreparedView[], candidate: readonly PreparedView[]): number {
  return combineViews(probe.flatMap((one) => candidate.map((other) => compareViews(one, other))));
}

function viewsOf(views: View | readonly View[]): readonly View[] {
  return 'minutiae' in views ? [views] : views;
}

function compareViews(one: PreparedView, other: PreparedView): number {
  const alignment = align(...inOrder(one, other));
  return alignment === undefined ? 0 : toScore(alignment);
}

/** The same two views in the same order whichever was named first: that makes the score symmetric. */
export function inOrder(one: PreparedView, other: PreparedView): [PreparedView, PreparedView] {
  return isFirst(one, other) ? [one, other] : [other, one];
}

function isFirst(one: PreparedView, other: PreparedView): boolean {
  if (one.count !== other.count) return one.count < other.count;
  for (let i = 0; i < one.count; i++) {
    if (one.x[i] !== other.x[i]) return one.x[i]! < other.x[i]!;
    if (one.y[i] !== other.y[i]) return one.y[i]! < other.y[i]!;
  }
  return true;
}
