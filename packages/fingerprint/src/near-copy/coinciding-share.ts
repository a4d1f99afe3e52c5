import { wrap } from '../angle.ts';
import { RESAMPLE } from '../constants.ts';
import type { View } from '../types.ts';
import { alignBy, bestAlignment, type RigidAlignment, type Pair, type Point } from './rigid-alignment.ts';

interface Tolerance {
  readonly pixels: number;
  readonly radians: number;
}

const DIRECTION_STEP = (2 * Math.PI) / 256;
/** One minutia's direction turns the whole touch a little wrongly: far from it, a copy lies some pixels off. */
const LOOSE: Tolerance = { pixels: 7, radians: 5 * DIRECTION_STEP };
const CLOSER: Tolerance = { pixels: 3.5, radians: 4 * DIRECTION_STEP };
/** Noise of one pixel and one step on each side of a copy, and what rounding adds. */
const TIGHT: Tolerance = { pixels: 2, radians: 2.5 * DIRECTION_STEP };
/** A copy that hides behind invented minutiae still holds true ones among this many. */
const MAX_ANCHORS = 24;
const MAX_REFINED = 5;

/**
 * How much of the smaller view lies exactly on the other, 0 to 1, under the best shift and turn. The skin of two touches
 * stretches apart; a copy does not.
 */
export function coincidingShare(touch: View, stored: View): number {
  const [touched, kept] = [pointsOf(touch), pointsOf(stored)];
  if (touched.length === 0 || kept.length === 0) return 0;
  const counts = candidateAlignments(touched, kept)
    .map((alignment) => pairsUnder(alignment, touched, kept, LOOSE))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_REFINED)
    .map((pairs) => refinedCount(pairs, touched, kept));
  return Math.max(0, ...counts) / Math.min(touched.length, kept.length);
}

/** At one resolution, so that a copy that only states another resolution is one all the same. */
function pointsOf({ minutiae, dpi }: View): Point[] {
  return minutiae.map(({ x, y, direction }) => ({
    x: (x * RESAMPLE.dpi) / dpi,
    y: (y * RESAMPLE.dpi) / dpi,
    direction,
  }));
}

/** Every alignment that puts one of the touch's anchors on one stored minutia. Directions run against the image's y axis, hence the sign. */
function candidateAlignments(touched: readonly Point[], kept: readonly Point[]): RigidAlignment[] {
  const every = Math.max(1, touched.length / MAX_ANCHORS);
  const anchors = Array.from(
    { length: Math.min(MAX_ANCHORS, touched.length) },
    (_, i) => touched[Math.floor(i * every)]!,
  );
  return anchors.flatMap((anchor) => kept.map((onto) => alignBy(anchor.direction - onto.direction, anchor, onto)));
}

/** Each minutia of the touch with the nearest stored one that is free, if any is near enough. */
function pairsUnder(
  { turn, shiftX, shiftY }: RigidAlignment,
  touched: readonly Point[],
  kept: readonly Point[],
  tolerance: Tolerance,
): Pair[] {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const taken = new Set<Point>();
  const pairs: Pair[] = [];
  for (const point of touched) {
    const x = cos * point.x - sin * point.y + shiftX;
    const y = sin * point.x + cos * point.y + shiftY;
    const onto = nearestFree({ x, y, direction: point.direction - turn }, kept, tolerance, taken);
    if (onto === undefined) continue;
    taken.add(onto);
    pairs.push([point, onto]);
  }
  return pairs;
}

function nearestFree(
  point: Point,
  kept: readonly Point[],
  { pixels, radians }: Tolerance,
  taken: ReadonlySet<Point>,
): Point | undefined {
  let found: Point | undefined;
  let shortest = pixels * pixels;
  for (const other of kept) {
    const dx = other.x - point.x;
    // Most are far away: this is the innermost loop.
    if (dx > pixels || dx < -pixels) continue;
    const dy = other.y - point.y;
    const distance = dx * dx + dy * dy;
    if (distance > shortest || taken.has(other) || Math.abs(wrap(point.direction - other.direction)) > radians)
      continue;
    found = other;
    shortest = distance;
  }
  return found;
}

/** Aligns by all pairs at once instead of one anchor, and counts what coincides tightly then. */
function refinedCount(pairs: readonly Pair[], touched: readonly Point[], kept: readonly Point[]): number {
  let current = pairs;
  for (const tolerance of [CLOSER, TIGHT, TIGHT]) {
    if (current.length < 2) return current.length;
    current = pairsUnder(bestAlignment(current), touched, kept, tolerance);
  }
  return current.length;
}
