import { GROW } from '../constants.ts';
import { flowEvidence, minutiaEvidence, type Evidence, type FlowEvidence, type FullEvidence } from './evidence.ts';
import { grow, type Match } from './grow.ts';
import { newBytes } from '../kernels/memory.ts';
import { localSimilarity } from './local.ts';
import type { PreparedView } from './prepare.ts';
import { relax, type Pairs } from './relax.ts';
import { ridgeAgreement } from './ridge-agreement.ts';
import { logit } from './score.ts';

/** The best way found to put one view on another. */
export interface Alignment {
  readonly match: Match;
  readonly evidence: Evidence | FullEvidence;
  /** Log odds that both are one finger. */
  readonly logit: number;
}

interface Candidate {
  readonly match: Match;
  readonly evidence: Evidence;
}

interface Flowing extends Candidate {
  readonly flow: FlowEvidence | undefined;
  /** Its strength, less where the ridges run differently. */
  readonly value: number;
}

/** Two views and the pairs of minutiae that may be the same: the cheap part of a comparison. */
export interface Likeness {
  readonly a: PreparedView;
  readonly b: PreparedView;
  readonly similarity: Float32Array;
  readonly pairs: Pairs;
  /** How much the best pairs support each other: where it is high, a match is likely to be found. */
  readonly promise: number;
}

/** Similar neighbourhoods → pairs that support each other. */
export function likeness(a: PreparedView, b: PreparedView): Likeness {
  const similarity = localSimilarity(a, b);
  const pairs = relax(a, b, similarity);
  const promise = pairs.strength.subarray(0, GROW.maxSeeds).reduce((sum, value) => sum + value, 0);
  return { a, b, similarity, pairs, promise };
}

/** Is a match so unlikely that the dear part can be spared? */
export function isHopeless({ a, b, promise }: Likeness): boolean {
  return a.rings !== undefined && b.rings !== undefined && promise < GROW.minPromise;
}

/** Matches grown from the best pairs → the evidence of each → the strongest. */
export function align({ a, b, similarity, pairs }: Likeness): Alignment | undefined {
  const found: Candidate[] = [];
  const used = newBytes(a.count * b.count);
  for (let p = 0, seeds = 0; p < pairs.a.length && seeds < GROW.maxSeeds; p++) {
    if (used[pairs.a[p]! * b.count + pairs.b[p]!] === 1) continue;
    seeds++;
    const match = grow(a, b, pairs.a[p]!, pairs.b[p]!);
    for (let i = 0; i < a.count; i++) if (match.partner[i]! >= 0) used[i * b.count + match.partner[i]!] = 1;
    if (match.count < GROW.minPairs) continue;
    const evidence = minutiaEvidence(a, b, match, similarity);
    found.push({ match, evidence });
    if (match.count >= GROW.clearCount && evidence.share >= GROW.clearShare) break;
  }
  found.sort((one, other) => strength(other.evidence) - strength(one.evidence));
  return strongest(a, b, found.slice(0, GROW.maxCandidates));
}

/** How the ridges run picks the matches that come near the best; those are weighed with the ridges themselves, which cost most. */
function strongest(a: PreparedView, b: PreparedView, found: readonly Candidate[]): Alignment | undefined {
  const near: Flowing[] = [];
  let most = 0;
  for (const candidate of found) {
    // They come strongest first, and flow can only weaken them.
    if (strength(candidate.evidence) < GROW.near * most) break;
    const flow = flowEvidence(a, b, candidate.match);
    const value = strength(candidate.evidence) * Math.max(GROW.minFlow, flow?.flow ?? 1);
    near.push({ ...candidate, flow, value });
    most = Math.max(most, value);
  }
  let best: Alignment | undefined;
  for (const each of near) {
    if (each.value < GROW.near * most) continue;
    const alignment = weighed(a, b, each);
    if (best === undefined || alignment.logit > best.logit) best = alignment;
  }
  return best;
}

function weighed(a: PreparedView, b: PreparedView, { match, evidence: ofMinutiae, flow }: Flowing): Alignment {
  const evidence =
    flow && a.blocks && b.map
      ? { ...ofMinutiae, ...flow, ...ridgeAgreement(a.blocks(), b.map, flow.field) }
      : ofMinutiae;
  return { match, evidence, logit: logit(evidence) };
}

function strength({ sum, share }: Evidence): number {
  return sum * share;
}
