import { EVIDENCE, MAP } from '../constants.ts';
import { newIntegers } from '../kernels/memory.ts';
import { orientationAt } from '../ridges/map.ts';
import { flowSimilarity, motionField, type MotionField } from './flow.ts';
import { moved, motionOf, type Match, type Motion } from './grow.ts';
import { isInside } from './outline.ts';
import type { PreparedView } from './prepare.ts';
import type { RidgeAgreement } from './ridge-agreement.ts';

export interface Evidence {
  readonly pairs: number;
  /** Pairs, weighted by quality. */
  readonly count: number;
  /** Sum over the pairs of exactness times similarity of the neighborhoods. */
  readonly sum: number;
  readonly similarity: number;
  /** −1 to 1: whether both of a pair are endings or both bifurcations. */
  readonly kinds: number;
  /** Pairs divided by the minutiae that both captures should show. */
  readonly share: number;
}

export interface FlowEvidence {
  /** −1 to 1: how similar the ridge directions are where both captures show the finger. */
  readonly flow: number;
  readonly field: MotionField;
}

export interface FullEvidence extends Evidence, RidgeAgreement, Pick<FlowEvidence, 'flow'> {}

export function minutiaEvidence(a: PreparedView, b: PreparedView, match: Match, similarity: Float32Array): Evidence {
  let [sum, similar, kinds, count] = [0, 0, 0, 0];
  for (let i = 0; i < a.count; i++) {
    const j = match.partner[i]!;
    if (j < 0) continue;
    const value = similarity[i * b.count + j]!;
    const weight = Math.sqrt(a.weight[i]! * b.weight[j]!);
    count += weight;
    sum += weight * match.fit[i]! * (EVIDENCE.baseWeight + value);
    similar += weight * value;
    kinds += weight * a.ends[i]! * b.ends[j]!;
  }
  return {
    pairs: match.motion.count,
    count,
    sum,
    similarity: similar / count,
    kinds: kinds / count,
    share: count / (EVIDENCE.missing + sharedMinutiae(a, b, match)),
  };
}

export function flowEvidence(a: PreparedView, b: PreparedView, match: Match): FlowEvidence | undefined {
  if (!a.map || !b.map) return undefined;
  const field = motionField(a.map, match.motion);
  return { flow: flowSimilarity(a.map, b.map, field), field };
}

/** The minutiae that should be paired, because the other view shows their part of the finger. */
function sharedMinutiae(a: PreparedView, b: PreparedView, { partner, motion }: Match): number {
  const back = newIntegers(b.count).fill(-1);
  for (let i = 0; i < a.count; i++) if (partner[i]! >= 0) back[partner[i]!] = i;
  return Math.sqrt(weightShown(a, b, motion) * weightShown(b, a, motionOf(b, a, back)));
}

function weightShown(one: PreparedView, { map, outline }: PreparedView, motion: Motion): number {
  const { x, y } = moved(motion, one);
  let weight = 0;
  for (let i = 0; i < one.count; i++) {
    const isShown = map ? orientationAt(map, x[i]!, y[i]!) !== MAP.outside : isInside(outline!, x[i]!, y[i]!);
    if (isShown) weight += one.weight[i]!;
  }
  return weight;
}
