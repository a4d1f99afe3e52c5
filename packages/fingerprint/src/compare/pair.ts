import { GROW } from '../constants.ts';
import { flowEvidence, minutiaEvidence, type Evidence, type FlowEvidence, type FullEvidence } from './evidence.ts';
import { grow, type Match } from './grow.ts';
import { localSimilarity } from './local.ts';
import type { PreparedView } from './prepare.ts';
import { relax } from './relax.ts';
import { ridgeAgreement } from './ridges.ts';
import { logit } from './score.ts';

/** The best way found of laying one view over another. */
export interface Laid {
  readonly match: Match;
  readonly evidence: Evidence | FullEvidence;
  /** Log odds that both are one finger. */
  readonly logit: number;
}

interface Grown {
  readonly match: Match;
  readonly evidence: Evidence;
}

/** Alike surroundings → pairs that support each other → matches grown from the best → the evidence of each → the strongest. */
export function layTogether(a: PreparedView, b: PreparedView): Laid | undefined {
  const similarity = localSimilarity(a, b);
  const pairs = relax(a, b, similarity);
  const found: Grown[] = [];
  const used = new Uint8Array(a.count * b.count);
  for (let p = 0, seeds = 0; p < pairs.a.length && seeds < GROW.seeds; p++) {
    if (used[pairs.a[p]! * b.count + pairs.b[p]!] === 1) continue;
    seeds++;
    const match = grow(a, b, pairs.a[p]!, pairs.b[p]!);
    for (let i = 0; i < a.count; i++) if (match.partner[i]! >= 0) used[i * b.count + match.partner[i]!] = 1;
    if (match.count < GROW.fewest) continue;
    const evidence = minutiaEvidence(a, b, match, similarity);
    found.push({ match, evidence });
    if (match.count >= GROW.plainCount && evidence.share >= GROW.plainShare) break;
  }
  found.sort((one, other) => promise(other.evidence) - promise(one.evidence));
  return strongest(a, b, found.slice(0, GROW.tried));
}

/** Ridge flow picks the match; the ridges themselves, which cost most, are laid together for that one only. */
function strongest(a: PreparedView, b: PreparedView, found: readonly Grown[]): Laid | undefined {
  let best: { grown: Grown; flow: FlowEvidence | undefined; promise: number } | undefined;
  for (const grown of found) {
    // They come by falling promise, and flow can only lower it.
    if (best !== undefined && promise(grown.evidence) <= best.promise) break;
    const flow = flowEvidence(a, b, grown.match);
    const value = promise(grown.evidence) * Math.max(GROW.leastFlow, flow?.flow ?? 1);
    if (best === undefined || value > best.promise) best = { grown, flow, promise: value };
  }
  if (best === undefined) return undefined;
  const { grown, flow } = best;
  const evidence =
    flow && a.map && b.map
      ? { ...grown.evidence, ...flow, ...ridgeAgreement(a.map, b.map, flow.field) }
      : grown.evidence;
  return { match: grown.match, evidence, logit: logit(evidence) };
}

function promise({ sum, share }: Evidence): number {
  return sum * share;
}
