import { Type } from 'typebox';
import { FINISH_STEPS_MS, OTHERS } from '../../../records/counts.ts';
import type { CountStore } from '../../../storage/port/store.ts';
import { bioOf, byCount, countsNamed, quantile, sum, type TimedCount } from '../../reads/bio-counts.ts';
import { choice, id } from '../../row/params.ts';
import { endpoint } from '../endpoint.ts';
import { BIO_ERROR, ENDS, RANGES, STAGES, type End, type Range, type Stage } from '../../wire/wire.ts';

/** The database is queried at most this often for all pages together. */
const keptMs = (range: Range): number => (range === 'hour' ? 2000 : 30_000);
interface Kept {
  readonly at: number;
  readonly counts: Promise<readonly TimedCount[]>;
}
const kept = new WeakMap<CountStore, Map<Range, Kept>>();

export const overview = endpoint({
  name: 'overview',
  role: 'read',
  params: {
    range: choice(Object.keys(RANGES) as Range[], { default: 'hour' }),
    merchant: Type.Optional(id()),
  },
  async run({ store, now }, { range, merchant }) {
    const { at, counts } = readCounts(store.counts, range, now());
    const all = await counts;
    const own = all.filter((each) => merchant === undefined || each.merchantId === merchant || each.name === 'answer');
    return { ...metricsOf(own, range, at), hasOthers: all.some((each) => each.merchantId === OTHERS) };
  },
});

function readCounts(store: CountStore, range: Range, now: number): Kept {
  const ofStore = kept.get(store) ?? new Map<Range, Kept>();
  kept.set(store, ofStore);
  const last = ofStore.get(range);
  if (last !== undefined && now >= last.at && now - last.at < keptMs(range)) return last;
  const { ms, stepMs } = RANGES[range];
  const read = { at: now, counts: store.since(firstStep(range, now) - ms, stepMs) };
  ofStore.set(range, read);
  // A failure is not cached.
  read.counts.catch(() => ofStore.delete(range));
  return read;
}

function firstStep(range: Range, now: number): number {
  const { ms, stepMs } = RANGES[range];
  return now - (now % stepMs) - ms + stepMs;
}

/** Null: nothing to measure. Response times are those of all merchants. */
function metricsOf(counts: readonly TimedCount[], range: Range, at: number) {
  const { ms, stepMs } = RANGES[range];
  const first = firstStep(range, at);
  const now = counts.filter((each) => each.at >= first);
  const before = counts.filter((each) => each.at < first);
  const bySteps = Map.groupBy(now, (each) => each.at);
  const compared = (measure: (counts: readonly TimedCount[]) => number | null) => ({
    now: measure(now),
    before: measure(before),
  });
  return {
    range,
    from: new Date(first).toISOString(),
    tiles: {
      sessions: compared((all) => sum(labeled(all, 'stage', 'created'))),
      successRate: compared(successRate),
      // Median from creation to a result.
      finishMs: compared((all) => quantile(countsNamed(all, 'finish'), 0.5, FINISH_STEPS_MS)),
      p95: compared((all) => quantile(countsNamed(all, 'answer'), 0.95)),
      bioErrors: compared((all) => sum(countsNamed(all, 'failure').filter((each) => each.label.startsWith(BIO_ERROR)))),
    },
    funnel: Object.fromEntries(STAGES.map((stage) => [stage, sum(labeled(now, 'stage', stage))])) as Record<
      Stage,
      number
    >,
    steps: Array.from({ length: ms / stepMs }, (_, i) => first + i * stepMs).map((step) =>
      stepOf(step, bySteps.get(step) ?? []),
    ),
    failures: byCount(countsNamed(now, 'failure')),
    devices: byCount(countsNamed(now, 'device')),
    bio: bioOf(now),
  };
}

const labeled = (counts: readonly TimedCount[], name: string, label: string): TimedCount[] =>
  countsNamed(counts, name).filter((each) => each.label === label);

function successRate(counts: readonly TimedCount[]): number | null {
  const ended = countsNamed(counts, 'ended');
  const good = ended.filter(({ label }) => label === 'enrolled' || label === 'matched');
  return ended.length === 0 ? null : sum(good) / sum(ended);
}

const stepOf = (at: number, counts: readonly TimedCount[]) => ({
  at: new Date(at).toISOString(),
  ends: Object.fromEntries(ENDS.map((end) => [end, sum(labeled(counts, 'ended', end))])) as Record<End, number>,
  p50: quantile(countsNamed(counts, 'answer'), 0.5),
  p95: quantile(countsNamed(counts, 'answer'), 0.95),
});
