import type { Count, CountStore } from '../../storage/store.ts';
import type { Handler } from '../endpoint.ts';
import { oneOfIn } from '../query.ts';
import { ENDS, RANGES, type BioHealth, type End, type OverviewMetrics, type Range } from '../wire.ts';

type Counted = Count & { readonly at: number };

/** However many pages are open, the database is queried this often. */
const KEPT_MS: Readonly<Record<Range, number>> = { hour: 2000, day: 30_000 };
const kept = new WeakMap<CountStore, Map<Range, { readonly at: number; readonly metrics: Promise<OverviewMetrics> }>>();

export const metrics: Handler = ({ store, now }, { query }): Promise<OverviewMetrics> => {
  const range = oneOfIn(query, 'range', Object.keys(RANGES) as Range[]) ?? 'hour';
  const ofStore = kept.get(store.counts) ?? new Map();
  kept.set(store.counts, ofStore);
  const at = now();
  const last = ofStore.get(range);
  if (last !== undefined && at >= last.at && at - last.at < KEPT_MS[range]) return last.metrics;
  const read = readMetrics(store.counts, range, at);
  ofStore.set(range, { at, metrics: read });
  // A failure is not cached.
  read.catch(() => ofStore.delete(range));
  return read;
};

async function readMetrics(store: CountStore, range: Range, now: number): Promise<OverviewMetrics> {
  const { ms, stepMs } = RANGES[range];
  const last = now - (now % stepMs);
  const first = last - ms + stepMs;
  const counted = await store.since(first, stepMs);
  const ats = Array.from({ length: ms / stepMs }, (_, i) => first + i * stepMs);
  return { range, steps: ats.map((at) => stepOf(at, counted)), failures: failuresOf(counted), bio: bioOf(counted) };
}

function stepOf(at: number, counted: readonly Counted[]): OverviewMetrics['steps'][number] {
  const own = counted.filter((each) => each.at === at);
  const ended = own.filter(({ name }) => name === 'ended');
  const times = own.filter(({ name }) => name === 'answer');
  return {
    at: new Date(at).toISOString(),
    started: sum(own.filter(({ name }) => name === 'started')),
    ends: Object.fromEntries(ENDS.map((end) => [end, sum(ended.filter(({ label }) => label === end))])) as Record<
      End,
      number
    >,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}

const sum = (counts: readonly Count[]): number => counts.reduce((all, { count }) => all + count, 0);

/** The upper bound of its bucket, which is the label. */
function quantile(times: readonly Count[], share: number): number | null {
  const inOrder = times.map(({ label, count }) => ({ ms: Number(label), count })).sort((a, b) => a.ms - b.ms);
  let left = inOrder.reduce((all, { count }) => all + count, 0) * share;
  for (const { ms, count } of inOrder) if ((left -= count) <= 0) return ms;
  return null;
}

const failuresOf = (counted: readonly Counted[]): OverviewMetrics['failures'] =>
  byCount(
    counted.filter(({ name }) => name === 'failure'),
    ({ label }) => label,
  );

function byCount(counted: readonly Counted[], codeOf: (each: Counted) => string): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const each of counted) counts.set(codeOf(each), (counts.get(codeOf(each)) ?? 0) + each.count);
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}

function bioOf(counted: readonly Counted[]): BioHealth[] {
  const attempts = counted.filter(({ name }) => name === 'bio');
  const times = counted.filter(({ name }) => name === 'bio_time');
  const merchants = [...new Set(attempts.map(({ label }) => merchantIn(label)))].sort();
  return merchants.map((merchant_id) => {
    const own = attempts.filter(({ label }) => merchantIn(label) === merchant_id);
    const ends = byCount(own, ({ label }) => restOf(label));
    const ownTimes = times.filter(({ label }) => merchantIn(label) === merchant_id);
    return {
      merchant_id,
      attempts: sum(own),
      // A missing enrollment is a successful call.
      good: ends.filter(isGood).reduce((all, { count }) => all + count, 0),
      p95: quantile(
        ownTimes.map((each) => ({ ...each, label: restOf(each.label) })),
        0.95,
      ),
      failures: ends.filter((end) => !isGood(end)),
    };
  });
}

const isGood = ({ code }: { code: string }): boolean => code === 'ok' || code === 'enrollment_not_found';
const merchantIn = (label: string): string => label.slice(0, label.indexOf(' '));
const restOf = (label: string): string => label.slice(label.indexOf(' ') + 1);
