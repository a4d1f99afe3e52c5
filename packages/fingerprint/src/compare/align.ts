import { GROW } from '../constants.ts';
import { newBytes } from '../kernels/memory.ts';
import { flowEvidence, minutiaEvidence, type Evidence, type FlowEvidence, type FullEvidence } from './evidence.ts';
import { grow, type Match } from './grow.ts';
import { localSimilarity } from './neighborhood.ts';
import type { PreparedView } from './prepare.ts';
import { relax, type Pairs } from './relax.ts';
import { ridgeAgreement } from './ridge-agreement.ts';
import { logit } from './score.ts';

export interface Alignment {
  readonly match: Match;
  readonly evidence: Evidence | FullEvidence;
  /** Log odds that both are one finger. */
  readonly logit: number;
}

export interface Likeness {
  readonly a: PreparedView;
  readonly b: PreparedView;
  readonly similarity: Float32Array;
  readonly pairs: Pairs;
  /** How much the best pairs support each other: high if a match is likely. */
  readonly promise: number;
}

export function likeness(a: PreparedView, b: PreparedView): Likeness {
  const similarity = localSimilarity(a, b);
  const pairs = relax(a, b, similarity);
  const promise = pairs.strength.slice(0, GROW.maxSeeds).reduce((sum, value) => sum + value, 0);
  return { a, b, similarity, pairs, promise };
}

export function isHopeless({ a, b, promise }: Likeness): boolean {
  return a.rings !== undefined && b.rings !== undefined && promise < GROW.minPromise;
}

interface Candidate {
  readonly match: Match;
  readonly evidence: Evidence;
}

export function align({ a, b, similarity, pairs }: Likeness): Alignment | undefined {
  const found: Candidate[] = [];
  const used = newBytes(a.count * b.count);
  for (let p = 0, seeds = 0; p < pairs.a.length && seeds < GROW.maxSeeds; p++) {
    if (used[pairs.a[p]! * b.count + pairs.b[p]!] === 1) continue;
    seeds++;
    const match = grow(a, b, pairs.a[p]!, pairs.b[p]!);
    for (let i = 0; i < a.count; i++) if (match.partner[i]! >= 0) used[i * b.count + match.partner[i]!] = 1;
    if (match.motion.count < GROW.minPairs) continue;
    const evidence = minutiaEvidence(a, b, match, similarity);
    found.push({ match, evidence });
    if (match.motion.count >= GROW.clearCount && evidence.share >= GROW.clearShare) break;
  }
  found.sort((one, other) => strength(other) - strength(one));
  return strongest(a, b, found.slice(0, GROW.maxCandidates));
}

/** Ridge flow selects the matches close to the best. Only those are weighed with the ridges, the most expensive evidence. */
function strongest(a: PreparedView, b: PreparedView, found: readonly Candidate[]): Alignment | undefined {
  const near: (Candidate & { readonly flow: FlowEvidence | undefined; readonly value: number })[] = [];
  let most = 0;
  for (const candidate of found) {
    // Candidates are sorted by strength, and flow can only weaken them.
    if (strength(candidate) < GROW.near * most) break;
    const flow = flowEvidence(a, b, candidate.match);
    const value = strength(candidate) * Math.max(GROW.minFlow, flow?.flow ?? 1);
    near.push({ ...candidate, flow, value });
    most = Math.max(most, value);
  }
  let best: Alignment | undefined;
  for (const { match, evidence: ofMinutiae, flow, value } of near) {
    if (value < GROW.near * most) continue;
    const ofRidges = flow && a.blocks && b.map && { ...flow, ...ridgeAgreement(a.blocks(), b.map, flow.field) };
    const evidence = { ...ofMinutiae, ...ofRidges };
    const odds = logit(evidence);
    if (best === undefined || odds > best.logit) best = { match, evidence, logit: odds };
  }
  return best;
}

function strength({ evidence: { sum, share } }: Candidate): number {
  return sum * share;
}
