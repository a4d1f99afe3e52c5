import type { Minutia, View } from '@authly/fingerprint';

interface Point {
  readonly x: number;
  readonly y: number;
  readonly direction: number;
}
interface Tolerance {
  readonly pixels: number;
  readonly radians: number;
}
/** Turns the touch about the origin, then shifts it. */
interface Laying {
  readonly turn: number;
  readonly shiftX: number;
  readonly shiftY: number;
}
type Pair = readonly [touched: Point, stored: Point];

const DIRECTION_STEP = (2 * Math.PI) / 256;
/** One minutia's direction turns the whole touch a little wrongly: far from it, a copy lies some pixels off. */
const LOOSE: Tolerance = { pixels: 7, radians: 5 * DIRECTION_STEP };
const CLOSER: Tolerance = { pixels: 3.5, radians: 4 * DIRECTION_STEP };
/** Noise of one pixel and one step on each side of a copy, and what rounding adds. */
const TIGHT: Tolerance = { pixels: 2, radians: 2.5 * DIRECTION_STEP };
/** A copy that hides behind invented minutiae still holds true ones among this many. */
const ANCHORS = 24;
const REFINED = 5;

/** How much of the smaller view lies exactly on the other, 0 to 1, under the best shift and turn. The skin of two touches stretches apart; a copy does not. */
export function coincidingShare(touch: View, stored: View): number {
  const [touched, kept] = [pointsOf(touch), pointsOf(stored)];
  if (touched.length === 0 || kept.length === 0) return 0;
  const found = layings(touched, kept)
    .map((laying) => pairsUnder(laying, touched, kept, LOOSE))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, REFINED)
    .map((pairs) => refine(pairs, touched, kept));
  return Math.max(0, ...found) / Math.min(touched.length, kept.length);
}

/** At 500 dpi, so that a copy that only states another resolution is one all the same. */
const pointsOf = ({ minutiae, dpi }: View): Point[] =>
  minutiae.map(({ x, y, direction }: Minutia) => ({ x: (x * 500) / dpi, y: (y * 500) / dpi, direction }));

/** Every way to lay one of the touch's anchors on one stored minutia. Directions run against the image's y axis, hence the sign. */
function layings(touched: readonly Point[], kept: readonly Point[]): Laying[] {
  const every = Math.max(1, touched.length / ANCHORS);
  const anchors = Array.from({ length: Math.min(ANCHORS, touched.length) }, (_, i) => touched[Math.floor(i * every)]!);
  return anchors.flatMap((anchor) => kept.map((onto) => layingOf(anchor.direction - onto.direction, anchor, onto)));
}

function layingOf(turn: number, from: { x: number; y: number }, onto: { x: number; y: number }): Laying {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  return { turn, shiftX: onto.x - (cos * from.x - sin * from.y), shiftY: onto.y - (sin * from.x + cos * from.y) };
}

/** Each minutia of the touch with the nearest stored one that is free, if any is near enough. */
function pairsUnder(
  { turn, shiftX, shiftY }: Laying,
  touched: readonly Point[],
  kept: readonly Point[],
  near: Tolerance,
): Pair[] {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const taken = new Set<Point>();
  const pairs: Pair[] = [];
  for (const point of touched) {
    const x = cos * point.x - sin * point.y + shiftX;
    const y = sin * point.x + cos * point.y + shiftY;
    const onto = nearest({ x, y, direction: point.direction - turn }, kept, near, taken);
    if (onto === undefined) continue;
    taken.add(onto);
    pairs.push([point, onto]);
  }
  return pairs;
}

function nearest(
  point: Point,
  kept: readonly Point[],
  { pixels, radians }: Tolerance,
  taken: ReadonlySet<Point>,
): Point | undefined {
  let found: Point | undefined;
  let least = pixels * pixels;
  for (const other of kept) {
    const dx = other.x - point.x;
    // Most are far away: this is the innermost loop.
    if (dx > pixels || dx < -pixels) continue;
    const dy = other.y - point.y;
    const distance = dx * dx + dy * dy;
    if (distance > least || taken.has(other) || angleBetween(point.direction, other.direction) > radians) continue;
    found = other;
    least = distance;
  }
  return found;
}

const angleBetween = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

/** Lays by all pairs at once instead of one anchor, and counts what lies tightly then. */
function refine(pairs: readonly Pair[], touched: readonly Point[], kept: readonly Point[]): number {
  let current = pairs;
  for (const near of [CLOSER, TIGHT, TIGHT]) {
    if (current.length < 2) return current.length;
    current = pairsUnder(bestLaying(current), touched, kept, near);
  }
  return current.length;
}

/** The rigid motion of least squares. */
function bestLaying(pairs: readonly Pair[]): Laying {
  const [from, onto] = [centre(pairs.map(([point]) => point)), centre(pairs.map(([, other]) => other))];
  let along = 0;
  let across = 0;
  for (const [point, other] of pairs) {
    const a = { x: point.x - from.x, y: point.y - from.y };
    const b = { x: other.x - onto.x, y: other.y - onto.y };
    along += a.x * b.x + a.y * b.y;
    across += a.x * b.y - a.y * b.x;
  }
  return layingOf(Math.atan2(across, along), from, onto);
}

function centre(points: readonly Point[]): { x: number; y: number } {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
