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
    const isShown = ({ merchantId, name }: TimedCount): boolean =>
      merchant === undefined || merchantId === merchant || name === 'answer';
    const { at, counts } = readCounts(store.counts, range, now());
    const all = await counts;
    const day = readCounts(store.counts, 'day', now());
    return {
      ...metricsOf(all.filter(isShown), range, at),
      // For the sentence about what changed since yesterday.
      day: tilesOf((await day.counts).filter(isShown), firstStep('day', day.at)),
      hasOthers: all.some(({ merchantId }) => merchantId === OTHERS),
    };
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

/** Each is null if there is nothing to measure. */
const TILES = {
  sessions: (counts: readonly TimedCount[]) => sum(labeled(counts, 'stage', 'created')),
  successRate,
  // Median from creation to a result.
  finishMs: (counts: readonly TimedCount[]) => quantile(countsNamed(counts, 'finish'), 0.5, FINISH_STEPS_MS),
  p95: (counts: readonly TimedCount[]) => quantile(countsNamed(counts, 'answer'), 0.95),
  bioErrors: (counts: readonly TimedCount[]) =>
    sum(countsNamed(counts, 'failure').filter(({ label }) => label.startsWith(BIO_ERROR))),
};
type Compared = { readonly now: number | null; readonly before: number | null };

/** Compares the time from `first` on with the time before it. */
function tilesOf(counts: readonly TimedCount[], first: number): Record<keyof typeof TILES, Compared> {
  const now = counts.filter(({ at }) => at >= first);
  const before = counts.filter(({ at }) => at < first);
  const tiles = Object.entries(TILES).map(([name, measure]) => [name, { now: measure(now), before: measure(before) }]);
  return Object.fromEntries(tiles);
}

/** Response times are those of all merchants. */
function metricsOf(counts: readonly TimedCount[], range: Range, at: number) {
  const { ms, stepMs } = RANGES[range];
  const first = firstStep(range, at);
  const now = counts.filter((each) => each.at >= first);
  const bySteps = Map.groupBy(now, (each) => each.at);
  return {
    range,
    from: new Date(first).toISOString(),
    tiles: tilesOf(counts, first),
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

/** Of the sessions that were opened. */
function successRate(counts: readonly TimedCount[]): number | null {
  const opened = sum(labeled(counts, 'stage', 'opened'));
  const good = sum([...labeled(counts, 'ended', 'enrolled'), ...labeled(counts, 'ended', 'matched')]);
  // One that ended now may have been opened in the time before.
  return opened === 0 ? null : Math.min(1, good / opened);
}

const stepOf = (at: number, counts: readonly TimedCount[]) => ({
  at: new Date(at).toISOString(),
  ends: Object.fromEntries(ENDS.map((end) => [end, sum(labeled(counts, 'ended', end))])) as Record<End, number>,
  p50: quantile(countsNamed(counts, 'answer'), 0.5),
  p95: quantile(countsNamed(counts, 'answer'), 0.95),
});
