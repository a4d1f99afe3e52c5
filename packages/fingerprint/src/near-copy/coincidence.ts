import { wrap } from '../angle.ts';
import { bestAlignment, countPairs, mover, NONE, pairUnder, type Alignment, type Partners } from './alignment.ts';
import type { Capture, Points } from './capture.ts';
import { CLOSE, DIRECTION_STEPS, LEAST, ROUNDS } from './constants.ts';
import { flowDifference, ridgeDifference } from './map-difference.ts';
import { likelyAlignments } from './votes.ts';

/** How well one capture lies on another as a rigid whole: the skin of two captures stretches differently, a copy does not. */
export interface Coincidence {
  /** Minutiae of the smaller capture. */
  readonly minutiae: number;
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

/** Undefined if so little of one capture lies on the other that it cannot be a copy. */
export function coincidence(one: Capture, other: Capture): Coincidence | undefined {
  const minutiae = Math.min(one.points.count, other.points.count);
  const found = bestFound(one.points, other.points);
  if (found === undefined || found.pairs < Math.max(LEAST.pairs, LEAST.share * minutiae)) return undefined;
  const { closePairs, ...apart } = distances(found, one.points, other.points);
  return {
    minutiae,
    share: found.pairs / minutiae,
    closeShare: closePairs / minutiae,
    ...apart,
    flowApart: flowDifference(one, other, found.alignment),
    ridgesApart: ridgeDifference(one, other, found.alignment),
  };
}

function bestFound(one: Points, other: Points): Found | undefined {
  let best: Found | undefined;
  for (const alignment of likelyAlignments(one, other)) {
    const found = refined(alignment, one, other, best?.pairs ?? 0);
    if (found !== undefined && found.pairs > (best?.pairs ?? 0)) best = found;
  }
  return best;
}

/** Aligns by all pairs, pairs again with a smaller tolerance, and repeats. Gives up early with fewer pairs than were found before. */
function refined(start: Alignment, one: Points, other: Points, before: number): Found | undefined {
  let alignment: Alignment | undefined = start;
  let partners: Partners | undefined;
  for (const [round, tolerance] of ROUNDS.entries()) {
    partners = pairUnder(alignment, one, other, tolerance);
    if (round === 0 && countPairs(partners) < before) return undefined;
    alignment = bestAlignment(one, other, partners);
    if (alignment === undefined) return undefined;
  }
  return partners && { alignment, partners, pairs: countPairs(partners) };
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
    turns += wrap(one.angle[i]! + alignment.turn - other.angle[j]!) ** 2;
  }
  const stepsApart = (Math.sqrt(turns / pairs) * DIRECTION_STEPS) / (2 * Math.PI);
  return { closePairs, pixelsApart: Math.sqrt(squares / pairs), stepsApart };
}
