import { PREPARE } from '../constants.ts';
import { withKernels } from '../kernels/memory.ts';
import type { View } from '../types.ts';
import { align, isHopeless, likeness } from './align.ts';
import { prepare, type PreparedView } from './prepare.ts';
import { combineViews, toScore } from './score.ts';

/** A match iff ≥ THRESHOLD. Ten points are one power of ten of the false match rate. Symmetric. */
export function compare(probe: Views, candidate: Views): number {
  return scoreOf(probe, candidate, false);
}

/** The same score, for about the same work whether both are one finger or not. */
export function compareClosely(probe: Views, candidate: Views): number {
  return scoreOf(probe, candidate, true);
}

type Views = View | readonly View[];

function scoreOf(probe: Views, candidate: Views, alignsAll: boolean): number {
  const [one, other] = [viewsOf(probe), viewsOf(candidate)];
  // Bounds the pairs of minutiae for any number of views.
  const most = Math.floor(Math.sqrt(PREPARE.maxMinutiaPairs / Math.max(1, one.length * other.length)));
  const prepared = (view: View): PreparedView => prepare(view, Math.min(PREPARE.maxMinutiae, most));
  return withKernels(() => {
    const [views, others] = [one.map(prepared), other.map(prepared)];
    const found = views.flatMap((each) => others.map((against) => likeness(...inOrder(each, against))));
    const likeliest = found.toSorted((a, b) => b.promise - a.promise).slice(0, PREPARE.maxViewPairs);
    const scores = likeliest.map((likely) => {
      const alignment = alignsAll || !isHopeless(likely) ? align(likely) : undefined;
      return alignment === undefined || isHopeless(likely) ? 0 : toScore(alignment.evidence, alignment.logit);
    });
    return combineViews(scores, found.length);
  });
}

function viewsOf(views: Views): readonly View[] {
  return 'minutiae' in views ? [views] : views;
}

/** A canonical order of the two views, which makes the score symmetric. */
export function inOrder(one: PreparedView, other: PreparedView): [PreparedView, PreparedView] {
  return isFirst(one, other) ? [one, other] : [other, one];
}

function isFirst(one: PreparedView, other: PreparedView): boolean {
  return (difference(one.places, other.places) || difference(one.packedMap ?? [], other.packedMap ?? [])) <= 0;
}

/** Below 0 if the first is shorter or, where they differ first, lower; 0 if both are equal. */
function difference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return one.length - other.length;
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return one[k]! - other[k]!;
  return 0;
}
