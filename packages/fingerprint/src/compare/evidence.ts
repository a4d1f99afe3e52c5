import { EVIDENCE, MAP } from '../constants.ts';
import { newIntegers } from '../kernels/memory.ts';
import { orientationAt } from '../ridges/map.ts';
import { motionField, type MotionField } from './field.ts';
import { flowOf } from './flow.ts';
import type { Match } from './grow.ts';
import { moved, motionsOf, type Motions } from './motion.ts';
import { liesInside } from './outline.ts';
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

export interface FlowEvidence {
  /** −1 to 1: do the ridges run alike where both touches show the finger? */
  readonly flow: number;
  readonly field: MotionField;
}

export interface FullEvidence extends Evidence, RidgeAgreement, Pick<FlowEvidence, 'flow'> {}

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
  return { flow: flowOf(a.map, b.map, field), field };
}

/** The minutiae that should be paired: those of each view that lie where the other shows the finger. */
function sharedMinutiae(a: PreparedView, b: PreparedView, { partner, motions }: Match): number {
  const back = newIntegers(b.count).fill(-1);
  for (let i = 0; i < a.count; i++) if (partner[i]! >= 0) back[partner[i]!] = i;
  return Math.sqrt(countShown(a, b, motions) * countShown(b, a, motionsOf(b, a, back)));
}

/** How many minutiae of one view lie where the other view shows the finger. However far from the pairs: what does not fit counts too. */
function countShown(one: PreparedView, other: PreparedView, motions: Motions): number {
  const { x, y } = moved(motions, one);
  let count = 0;
  for (let i = 0; i < one.count; i++) if (shows(other, x[i]!, y[i]!)) count += one.weight[i]!;
  return count;
}

function shows({ map, outline }: PreparedView, x: number, y: number): boolean {
  return map ? orientationAt(map, x, y) !== MAP.outside : outline !== undefined && liesInside(outline, x, y);
}
