import { wrap } from '../angle.ts';
import { bestAlignment, NONE, type Alignment, type Partners } from './alignment.ts';
import { CLOSE, DIRECTION_STEPS, LEAST, ROUNDS } from './constants.ts';
import { flowDifference } from './flow-difference.ts';
import { countPairs, pairUnder } from './pairs.ts';
import type { Points } from './points.ts';
import type { Touch } from './touch.ts';
import { ridgeDifference } from './ridge-difference.ts';
import { likelyAlignments } from './votes.ts';

/** How well one touch lies on another as a whole, without bending: the skin of two touches stretches apart, a copy does not. */
export interface Coincidence {
  /** Minutiae of the smaller touch. */
  readonly minutiae: number;
  /** Of those, the part that lies on one of the other touch, and the part that lies CLOSE on it. */
  readonly share: number;
  readonly closeShare: number;
  /** How far the two of a pair lie apart: pixels, and steps of a record's direction byte. Roots of mean squares. */
  readonly pixelsApart: number;
  readonly stepsApart: number;
  /** Degrees by which the ridges run differently, where both views carry a map. */
  readonly flowApart: number | undefined;
  /** Part of the ridges that lie on valleys, likewise. */
  readonly ridgesApart: number | undefined;
}

interface Found {
  readonly alignment: Alignment;
  readonly partners: Partners;
  readonly pairs: number;
}

/** Undefined where so little of one touch lies on the other that it cannot be a copy. */
export function coincidence(one: Touch, other: Touch): Coincidence | undefined {
  const minutiae = Math.min(one.points.count, other.points.count);
  const found = bestFound(one.points, other.points);
  if (found === undefined || found.pairs < Math.max(LEAST.pairs, LEAST.share * minutiae)) return undefined;
  const { closePairs, ...apart } = howFarApart(found, one.points, other.points);
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

/** Aligns by all pairs at once, looks for pairs again closer by, and so on. What pairs fewer from afar than were found before is left. */
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

function howFarApart(
  { alignment, partners, pairs }: Found,
  one: Points,
  other: Points,
): { closePairs: number; pixelsApart: number; stepsApart: number } {
  const cos = Math.cos(alignment.turn) * alignment.scale;
  const sin = Math.sin(alignment.turn) * alignment.scale;
  let closePairs = 0;
  let squares = 0;
  let turns = 0;
  for (let i = 0; i < one.count; i++) {
    const j = partners[i]!;
    if (j === NONE) continue;
    const dx = cos * one.x[i]! - sin * one.y[i]! + alignment.shiftX - other.x[j]!;
    const dy = sin * one.x[i]! + cos * one.y[i]! + alignment.shiftY - other.y[j]!;
    const square = dx * dx + dy * dy;
    if (square <= CLOSE * CLOSE) closePairs++;
    squares += square;
    turns += wrap(one.angle[i]! + alignment.turn - other.angle[j]!) ** 2;
  }
  const stepsApart = (Math.sqrt(turns / pairs) * DIRECTION_STEPS) / (2 * Math.PI);
  return { closePairs, pixelsApart: Math.sqrt(squares / pairs), stepsApart };
}
