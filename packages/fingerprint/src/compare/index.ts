import { PREPARE, THRESHOLD } from '../constants.ts';
import { withKernels } from '../kernels/memory.ts';
import type { View } from '../types.ts';
import { align, isHopeless, likeness, type Alignment, type Likeness } from './align.ts';
import { prepare, type PreparedView } from './prepare.ts';
import { combineViews, toScore } from './score.ts';

export interface Comparison {
  readonly score: number;
  /** Of the pairs of views that match, the most similar: the mean over its pairs of minutiae, 0 to 1. 0 if none matches. */
  readonly similarity: number;
}

/**
 * How certain it is that both are the same finger: 0 and up, a match iff ≥ THRESHOLD. Ten points are one power of ten of the
 * false match rate. Several views of one finger give one score. The order of the two sides makes no difference.
 */
export function compare(probe: Views, candidate: Views): number {
  return compareViews(probe, candidate, (likely) => (isHopeless(likely) ? undefined : align(likely))).score;
}

/** The same score, with what the check for copies needs, and for about the same work whether both are one finger or not. */
export function compareClosely(probe: Views, candidate: Views): Comparison {
  return compareViews(probe, candidate, (likely) => {
    const alignment = align(likely);
    return isHopeless(likely) ? undefined : alignment;
  });
}

type Views = View | readonly View[];
type Align = (likely: Likeness) => Alignment | undefined;

function compareViews(probe: Views, candidate: Views, aligned: Align): Comparison {
  const [one, other] = [viewsOf(probe), viewsOf(candidate)];
  // Bounds the pairs of minutiae for any number of views.
  const most = Math.floor(Math.sqrt(PREPARE.maxMinutiaPairs / Math.max(1, one.length * other.length)));
  const prepared = (view: View): PreparedView => prepare(view, Math.min(PREPARE.maxMinutiae, most));
  return withKernels(() => comparisonOf(one.map(prepared), other.map(prepared), aligned));
}

function comparisonOf(probe: readonly PreparedView[], candidate: readonly PreparedView[], aligned: Align): Comparison {
  const found = probe.flatMap((one) => candidate.map((other) => likeness(...inOrder(one, other))));
  const likeliest = found.toSorted((a, b) => b.promise - a.promise).slice(0, PREPARE.maxViewPairs);
  const compared = likeliest.map((likely) => comparisonOfPair(aligned(likely)));
  const score = combineViews(
    compared.map((each) => each.score),
    found.length,
  );
  const matching = compared.filter((each) => each.score >= THRESHOLD);
  return { score, similarity: Math.max(0, ...matching.map(({ similarity }) => similarity)) };
}

function comparisonOfPair(alignment: Alignment | undefined): Comparison {
  if (alignment === undefined) return { score: 0, similarity: 0 };
  const { evidence, logit } = alignment;
  return { score: toScore(evidence, logit), similarity: evidence.similarity };
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
