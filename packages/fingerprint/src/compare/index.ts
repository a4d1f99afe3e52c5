import type { View } from '../types.ts';
import { combineViews, toScore } from './fuse.ts';
import { layTogether } from './pair.ts';
import { prepare, type Prepared } from './prepare.ts';

/**
 * How sure it is that both are the same finger: 0 and up, a match iff ≥ THRESHOLD. Ten points are one power of ten of the
 * false match rate. Several views of one finger speak together. Which side is called probe makes no difference.
 */
export function compare(probe: View | readonly View[], candidate: View | readonly View[]): number {
  const probes = viewsOf(probe).map(prepare);
  const candidates = viewsOf(candidate).map(prepare);
  const scores = probes.flatMap((one) => candidates.map((other) => compareViews(one, other)));
  return combineViews(scores);
}

function viewsOf(views: View | readonly View[]): readonly View[] {
  return 'minutiae' in views ? [views] : views;
}

function compareViews(one: Prepared, other: Prepared): number {
  const laid = layTogether(...inOrder(one, other));
  return laid === undefined ? 0 : toScore(laid);
}

/** The same two views in the same order whichever was named first: that makes the score symmetric. */
export function inOrder(one: Prepared, other: Prepared): [Prepared, Prepared] {
  return isFirst(one, other) ? [one, other] : [other, one];
}

function isFirst(one: Prepared, other: Prepared): boolean {
  if (one.count !== other.count) return one.count < other.count;
  for (let i = 0; i < one.count; i++) {
    if (one.x[i] !== other.x[i]) return one.x[i]! < other.x[i]!;
    if (one.y[i] !== other.y[i]) return one.y[i]! < other.y[i]!;
  }
  return true;
}
