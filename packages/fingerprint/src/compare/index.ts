import { PREPARE } from '../constants.ts';
import { withKernels } from '../kernels/memory.ts';
import type { View } from '../types.ts';
import { align, isHopeless, likeness, type Likeness } from './align.ts';
import { prepare, type PreparedView } from './prepare.ts';
import { combineViews, toScore } from './score.ts';

/**
 * How certain it is that both are the same finger: 0 and up, a match iff ≥ THRESHOLD. Ten points are one power of ten of the
 * false match rate. Several views of one finger give one score. The order of the two sides makes no difference.
 */
export function compare(probe: View | readonly View[], candidate: View | readonly View[]): number {
  const [one, other] = [viewsOf(probe), viewsOf(candidate)];
  // Bounds the pairs of minutiae for any number of views.
  const most = Math.floor(Math.sqrt(PREPARE.maxMinutiaPairs / Math.max(1, one.length * other.length)));
  const prepared = (view: View): PreparedView => prepare(view, Math.min(PREPARE.maxMinutiae, most));
  return withKernels(() => scoreOfViews(one.map(prepared), other.map(prepared)));
}

function scoreOfViews(probe: readonly PreparedView[], candidate: readonly PreparedView[]): number {
  const found = probe.flatMap((one) => candidate.map((other) => likeness(...inOrder(one, other))));
  const likeliest = found.toSorted((a, b) => b.promise - a.promise).slice(0, PREPARE.maxViewPairs);
  return combineViews(likeliest.map(scoreOf), found.length);
}

function viewsOf(views: View | readonly View[]): readonly View[] {
  return 'minutiae' in views ? [views] : views;
}

function scoreOf(likely: Likeness): number {
  const alignment = isHopeless(likely) ? undefined : align(likely);
  return alignment === undefined ? 0 : toScore(alignment.evidence, alignment.logit);
}

/** A canonical order of the two views, which makes the score symmetric. */
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
