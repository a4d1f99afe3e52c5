import { GROW, MAP, RINGS } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { View } from '../types.ts';
import { motionField } from './field.ts';
import { grow, type Match } from './grow.ts';
import { localSimilarity } from './local.ts';
import { neighbours } from './neighbours.ts';
import { overlap } from './overlap.ts';
import { prepare, type Prepared } from './prepare.ts';
import { relax } from './relax.ts';
import { ridgeAgreement } from './ridges.ts';
import { rings, ringSimilarity, turnAt } from './rings.ts';

export function compareFeatures(one: View, other: View): number[] {
  const a = prepare(one), b = prepare(other);
  const mapA = a.map, mapB = b.map;
  const similarity = localSimilarity(neighbours(a), neighbours(b));
  if (mapA && mapB) {
    const ra = rings(a, mapA), rb = rings(b, mapB);
    for (let i = 0, at = 0; i < a.count; i++) for (let j = 0; j < b.count; j++, at++) {
      similarity[at] = (1 - RINGS.share) * similarity[at]! + RINGS.share * Math.max(0, ringSimilarity(ra, i, rb, j));
    }
  }
  const pairs = relax(a, b, similarity);
  let best: number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; let bestMatch: Match | undefined;
  const seen = new Set<number>();
  for (let p = 0, seeds = 0; p < pairs.a.length && seeds < GROW.seeds; p++) {
    const key = pairs.a[p]! * 256 + pairs.b[p]!;
    if (seen.has(key)) continue;
    seeds++;
    const match = grow(a, b, pairs.a[p]!, pairs.b[p]!);
    for (let i = 0; i < a.count; i++) if (match.partner[i]! >= 0) seen.add(i * 256 + match.partner[i]!);
    const f = features(a, b, match, similarity, mapA, mapB);
    if (f[0]! > best[0]!) { best = f; bestMatch = match; }
  }
  if (bestMatch && mapA && mapB) best = best.concat(ridgeAgreement(mapA, mapB, motionField(mapA, bestMatch.motions)));
  return best;
}

function features(a: Prepared, b: Prepared, match: Match, similarity: Float32Array, mapA: RidgeMap | undefined, mapB: RidgeMap | undefined): number[] {
  let sum = 0, sumFit = 0, sumSim = 0;
  for (let i = 0; i < a.count; i++) {
    const j = match.partner[i]!;
    if (j >= 0) { sum += match.fit[i]! * (0.3 + similarity[i * b.count + j]!); sumFit += match.fit[i]!; sumSim += similarity[i * b.count + j]!; }
  }
  let na = 0, nb = 0, cells = 0, flow = 0.5;
  if (mapA && mapB) {
    ({ cells, flow } = overlap(mapA, mapB, motionField(mapA, match.motions)));
    for (let i = 0; i < a.count; i++) { if (match.motions.predict(a.x[i]!, a.y[i]!, -1) < 150 && turnAt(mapB, match.motions.x, match.motions.y) !== MAP.outside) na++; }
    const back = match.motions.swapped();
    for (let j = 0; j < b.count; j++) { if (back.predict(b.x[j]!, b.y[j]!, -1) < 150 && turnAt(mapA, back.x, back.y) !== MAP.outside) nb++; }
  }
  const base = sum * Math.sqrt((match.count * match.count) / (Math.max(5, na) * Math.max(5, nb)));
  return [base * Math.max(0.1, flow), base, sum, sumFit, sumSim, match.count, na, nb, cells, flow];
}

export function compare(one: View | readonly View[], other: View | readonly View[]): number {
  const as = Array.isArray(one) ? (one as readonly View[]) : [one as View], bs = Array.isArray(other) ? (other as readonly View[]) : [other as View];
  let best = 0;
  for (const a of as) for (const b of bs) best = Math.max(best, compareFeatures(a, b)[0]!);
  return best;
}
