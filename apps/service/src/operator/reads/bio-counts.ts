import { STEPS_MS } from '../../records/counts.ts';
import type { Count, CountStore } from '../../storage/port/store.ts';

export type TimedCount = Count & { readonly at: number };

/** Same thresholds as the alerts. */
const RECENT_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
const MAX_FAILED = 0.2;
const SLOW_MS = 2500;

export const countsNamed = (counts: readonly TimedCount[], name: string): TimedCount[] =>
  counts.filter((each) => each.name === name);

export const sum = (counts: readonly Count[]): number => counts.reduce((all, { count }) => all + count, 0);

/** Interpolated within a bucket. Its label is its upper bound, and the step before is its lower one. */
export function quantile(times: readonly Count[], share: number, steps = STEPS_MS): number | null {
  const inOrder = times.map(({ label, count }) => ({ ms: Number(label), count })).sort((a, b) => a.ms - b.ms);
  let left = sum(times) * share;
  for (const { ms, count } of inOrder) {
    const from = steps.findLast((step) => step < ms) ?? 0;
    if (left <= count) return Math.round(from + ((ms - from) * left) / count);
    left -= count;
  }
  return null;
}

export function byCount(counts: readonly TimedCount[]): { code: string; count: number }[] {
  return [...Map.groupBy(counts, ({ label }) => label)]
    .map(([code, all]) => ({ code, count: sum(all) }))
    .sort((a, b) => b.count - a.count);
}

/** The call attempts to each merchant. */
export function bioOf(counts: readonly TimedCount[]) {
  const times = Map.groupBy(countsNamed(counts, 'bio_time'), ({ merchantId }) => merchantId);
  return [...Map.groupBy(countsNamed(counts, 'bio'), ({ merchantId }) => merchantId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([merchant_id, own]) => ({
      merchant_id,
      attempts: sum(own),
      good: sum(own.filter(({ label }) => isGood(label))),
      p95: quantile(times.get(merchant_id) ?? [], 0.95),
      failures: byCount(own).filter(({ code }) => !isGood(code)),
    }));
}

/** A missing enrollment is a successful call. */
const isGood = (end: string): boolean => end === 'ok' || end === 'enrollment_not_found';

type BioCounts = ReturnType<typeof bioOf>[number];

/** The merchants that were called in the last 10 minutes. `trouble` is null for a Bio API that works. */
export async function recentBio(counts: Pick<CountStore, 'since'>, now: number) {
  const recent = bioOf(await counts.since(now - RECENT_MS, MINUTE_MS));
  return recent.map((bio) => ({ ...bio, trouble: troubleOf(bio) }));
}

function troubleOf({ attempts, good, p95, failures }: BioCounts): string | null {
  const failed = attempts - good;
  if (failed > attempts * MAX_FAILED)
    return `${failed} of ${attempts} calls to the Bio API failed in the last 10 minutes, most of them as ${failures[0]!.code}`;
  return p95 !== null && p95 > SLOW_MS ? `the Bio API is slow: p95 ${p95} ms in the last 10 minutes` : null;
}
