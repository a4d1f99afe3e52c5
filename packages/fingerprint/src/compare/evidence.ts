import { EVIDENCE, MAP, PREPARE } from '../constants.ts';
import type { Kernels } from '../kernels/load.ts';
import { keep, kernelsFor, place, run, workRoom } from '../kernels/memory.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import { motionField, type MotionField } from './field.ts';
import type { Match } from './grow.ts';
import { Motions, PAIR_BYTES, SETTINGS, twiceRoom } from './motion.ts';
import { liesInside } from './outline.ts';
import { overlap, type Overlap } from './overlap.ts';
import type { PreparedView } from './prepare.ts';
import type { RidgeAgreement } from './ridge-agreement.ts';

/** What the minutiae say for a match. */
export interface Evidence {
  /** Pairs, whatever is to be believed of them. */
  readonly pairs: number;
  /** Pairs, each by how much it is to be believed. */
  readonly count: number;
  /** Sum over the pairs of exactness times similarity of the neighbourhoods. */
  readonly sum: number;
  /** Mean over the pairs. */
  readonly similarity: number;
  /** −1 to 1: are both of a pair endings, or both bifurcations? */
  readonly kinds: number;
  /** Pairs over the minutiae that both touches should show. */
  readonly share: number;
}

export interface FlowEvidence extends Overlap {
  readonly field: MotionField;
}

export interface FullEvidence extends Evidence, Overlap, RidgeAgreement {}

export function minutiaEvidence(a: PreparedView, b: PreparedView, match: Match, similarity: Float32Array): Evidence {
  let sum = 0;
  let alike = 0;
  let kinds = 0;
  let count = 0;
  for (let i = 0; i < a.count; i++) {
    const j = match.partner[i]!;
    if (j < 0) continue;
    const value = similarity[i * b.count + j]!;
    const weight = Math.sqrt(a.weight[i]! * b.weight[j]!);
    count += weight;
    sum += weight * match.fit[i]! * (EVIDENCE.baseWeight + value);
    alike += weight * value;
    kinds += weight * a.ends[i]! * b.ends[j]!;
  }
  return {
    pairs: match.count,
    count,
    sum,
    similarity: alike / count,
    kinds: kinds / count,
    share: count / (EVIDENCE.missing + sharedMinutiae(a, b, match)),
  };
}

/** Adds how the ridges run, where both views carry a map. */
export function flowEvidence(a: PreparedView, b: PreparedView, match: Match): FlowEvidence | undefined {
  if (!a.map || !b.map || !a.nodes) return undefined;
  const field = motionField(a.nodes(), match.motions);
  return { ...overlap(a.map, b.map, field), field };
}

/** Of each minutia of B its partner in A; used again by every match. */
const BACK = new Int32Array(PREPARE.maxMinutiae);

/** The minutiae that should be paired: those of each view that lie where the other shows the finger. */
function sharedMinutiae(a: PreparedView, b: PreparedView, match: Match): number {
  const [mapA, mapB] = [a.map, b.map];
  const kernels = mapA && mapB && kernelsFor();
  if (kernels) return run(() => sharedByKernel(kernels, a, mapA, b, mapB, match));
  const back = BACK.fill(-1);
  for (let i = 0; i < a.count; i++) if (match.partner[i]! >= 0) back[match.partner[i]!] = i;
  const backwards = new Motions(match.count);
  backwards.refill(b, a, back);
  return Math.sqrt(countShown(a, b, match.motions) * countShown(b, a, backwards));
}

function sharedByKernel(
  kernels: Kernels,
  a: PreparedView,
  mapA: RidgeMap,
  b: PreparedView,
  mapB: RidgeMap,
  { partner, motions, count }: Match,
): number {
  const room = 8 * (Math.max(a.count, b.count) + 1);
  // biome-ignore format: one view a line
  return kernels.shared(
    keep(a.places), 4 * a.count, a.count, keep(mapA.orientation), mapA.columns, mapA.rows, mapA.left, mapA.top,
    keep(b.places), 4 * b.count, b.count, keep(mapB.orientation), mapB.columns, mapB.rows, mapB.left, mapB.top,
    place(partner), place(motions.pairs), count,
    workRoom(4 * b.count), workRoom(4 * count), workRoom(PAIR_BYTES * count), workRoom(5 * room), room,
    twiceRoom(count), keep(SETTINGS),
  );
}

/** How many minutiae of one view lie where the other view shows the finger. However far from the pairs: what does not fit counts too. */
function countShown(one: PreparedView, other: PreparedView, motions: Motions): number {
  const { numbers, room } = motions.predictAll(one.x, one.y);
  let count = 0;
  for (let i = 0; i < one.count; i++) if (shows(other, numbers[i]!, numbers[room + i]!)) count += one.weight[i]!;
  return count;
}

function shows({ map, outline }: PreparedView, x: number, y: number): boolean {
  return map ? orientationAt(map, x, y) !== MAP.outside : outline !== undefined && liesInside(outline, x, y);
}
