import { wrap } from '../angle.ts';
import {
  bestAlignment,
  countPairs,
  mover,
  NONE,
  pairUnder,
  turned,
  type Alignment,
  type Partners,
} from './alignment.ts';
import type { Capture, Points } from './capture.ts';
import { CLOSE, DIRECTION_STEPS, ROUNDS } from './constants.ts';
import { closestMaps, flowDifference, ridgeDifference } from './map-difference.ts';
import { likelyAlignments } from './votes.ts';

/** How well one capture lies on another as a rigid whole: the skin of two captures stretches differently, a copy does not. */
export interface Coincidence {
  /** Minutiae of the smaller capture. */
  readonly minutiae: number;
  readonly pairs: number;
  /** The part of them that lies on one of the other capture, and the part that lies CLOSE to it. */
  readonly share: number;
  readonly closeShare: number;
  /** Root mean square distance of the pairs: in pixels, and in steps of a record's direction byte. */
  readonly pixelsApart: number;
  readonly stepsApart: number;
  /** Mean degrees between the ridge directions, if both views carry a map. */
  readonly flowApart: number | undefined;
  /** Part of the ridges that lie on valleys, if both views carry a map. */
  readonly ridgesApart: number | undefined;
}

interface Found {
  readonly alignment: Alignment;
  readonly partners: Partners;
  readonly pairs: number;
}

/** Undefined if one has no minutiae. The work is the same for two captures of a finger as for two fingers. */
export function coincidence(one: Capture, other: Capture): Coincidence | undefined {
  const minutiae = Math.min(one.points.count, other.points.count);
  const found = likelyAlignments(one.points, other.points).map((start) => refined(start, one.points, other.points));
  const best = found.toSorted((a, b) => b.pairs - a.pairs)[0];
  if (best === undefined) return undefined;
  const { closePairs, ...apart } = distances(best, one.points, other.points);
  // Behind enough invented minutiae, another alignment has more pairs than the one that the maps tell.
  const ofMaps = closestMaps(
    one,
    other,
    found.map(({ alignment }) => alignment),
  );
  return {
    minutiae,
    pairs: best.pairs,
    share: best.pairs / minutiae,
    closeShare: closePairs / minutiae,
    ...apart,
    flowApart: flowDifference(one, other, ofMaps),
    ridgesApart: ridgeDifference(one, other, ofMaps),
  };
}

/** Aligns by all pairs, pairs again with a smaller tolerance, and repeats. */
function refined(start: Alignment, one: Points, other: Points): Found {
  let alignment = start;
  let partners: Partners = new Int16Array();
  for (const tolerance of ROUNDS) {
    partners = pairUnder(alignment, one, other, tolerance);
    alignment = bestAlignment(one, other, partners, alignment, tolerance.stiff);
  }
  return { alignment, partners, pairs: countPairs(partners) };
}

type Distances = Pick<Coincidence, 'pixelsApart' | 'stepsApart'> & { readonly closePairs: number };

function distances({ alignment, partners, pairs }: Found, one: Points, other: Points): Distances {
  const move = mover(alignment);
  let [closePairs, squares, turns] = [0, 0, 0];
  for (let i = 0; i < one.count; i++) {
    const j = partners[i]!;
    if (j === NONE) continue;
    const [x, y] = move(one.x[i]!, one.y[i]!);
    const [dx, dy] = [x - other.x[j]!, y - other.y[j]!];
    const square = dx * dx + dy * dy;
    if (square <= CLOSE * CLOSE) closePairs++;
    squares += square;
    turns += wrap(turned(alignment, one.angle[i]!) - other.angle[j]!) ** 2;
  }
  const stepsApart = (Math.sqrt(turns / pairs) * DIRECTION_STEPS) / (2 * Math.PI);
  return { closePairs, pixelsApart: Math.sqrt(squares / pairs), stepsApart };
}
