import { OPERATIONS } from '@authly/contract/operations';
import { isFinal, type SessionStatus } from '@authly/contract/states';
import type { Clock } from '../config/clock.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { CountStore, Store } from '../storage/store.ts';
import type { End } from './wire.ts';

const MINUTE_MS = 60_000;
/** Recent enough for live charts, rare enough to cost nothing. */
const WRITE_EVERY_MS = 5000;
/** While the database is down; older ones are dropped. */
const MAX_WAITING_MINUTES = 60;
/** As in the metrics: later merchants share one label. */
const MAX_MERCHANTS = 100;
const OTHERS = 'other';

/** Upper bounds of the histogram's buckets. */
const STEPS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000] as const;

/** These wait for others, so their duration says nothing about the service. */
const WAITING_ROUTES = new Set(
  Object.values(OPERATIONS)
    .filter(({ mayWait }) => mayWait)
    .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
);

interface MovedSession {
  readonly status: SessionStatus;
  readonly failureCode: string | null;
  readonly outcome: { readonly matched?: boolean | null | undefined } | null;
}

interface OpenCountsOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Every process counts, whether or not it has a console. */
export function openCounts(
  { clock, store, log, metrics }: OpenCountsOptions,
  opened: AsyncDisposableStack,
): ConsoleCounts {
  const onError = (error: unknown): void => log.warn({ err: error }, 'console metrics not saved');
  const counts = new ConsoleCounts({ store: store.counts, clock, onError });
  metrics.onAnswer = (answer) => counts.answered(answer);
  return opened.adopt(counts, (each) => each.close());
}

/** Counts in memory for the console's charts, and adds the counts to the database every few seconds. */
class ConsoleCounts {
  readonly #store: CountStore;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #minutes = new Map<number, Map<string, number>>();
  readonly #merchants = new Set<string>();
  #cancel: () => void = () => {};
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor({ store, clock, onError }: { store: CountStore; clock: Clock; onError: (error: unknown) => void }) {
    this.#store = store;
    this.#clock = clock;
    this.#onError = onError;
    this.#repeat();
  }

  started(): void {
    this.#count('started', '');
  }

  moved(session: MovedSession): void {
    if (!isFinal(session.status)) return;
    this.#count('ended', endOf(session));
    if (session.failureCode !== null) this.#count('failure', session.failureCode);
  }

  answered({ route, seconds }: { route: string; seconds: number }): void {
    if (!WAITING_ROUTES.has(route)) this.#count('answer', stepOf(seconds * 1000));
  }

  /** Merchant ids contain no spaces. */
  bioAttempted(merchantId: string, end: string, ms: number): void {
    const merchant = this.#merchantLabel(merchantId);
    this.#count('bio', `${merchant} ${end}`);
    this.#count('bio_time', `${merchant} ${stepOf(ms)}`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#writing;
    await this.#write();
  }

  #count(name: string, label: string): void {
    const now = this.#clock.now();
    const minute = now - (now % MINUTE_MS);
    let counts = this.#minutes.get(minute);
    if (counts === undefined) this.#minutes.set(minute, (counts = new Map()));
    const key = `${name}\n${label}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  #merchantLabel(id: string): string {
    if (this.#merchants.size < MAX_MERCHANTS) this.#merchants.add(id);
    return this.#merchants.has(id) ? id : OTHERS;
  }

  #repeat(): void {
    if (this.#isClosed) return;
    this.#cancel = this.#clock.after(WRITE_EVERY_MS, () => {
      this.#writing = this.#write().finally(() => this.#repeat());
    });
  }

  /** Counts that cannot be written are kept for the next time. */
  async #write(): Promise<void> {
    for (const [minute, counts] of this.#minutes) {
      this.#minutes.delete(minute);
      try {
        await this.#store.add(minute, [...counts].map(countOf));
      } catch (error) {
        this.#onError(error);
        this.#putBack(minute, counts);
        return;
      }
    }
  }

  #putBack(minute: number, counts: Map<string, number>): void {
    const since = this.#minutes.get(minute) ?? new Map<string, number>();
    for (const [key, count] of counts) since.set(key, (since.get(key) ?? 0) + count);
    this.#minutes.set(minute, since);
    const oldest = [...this.#minutes.keys()].sort((a, b) => a - b);
    for (const each of oldest.slice(0, -MAX_WAITING_MINUTES)) this.#minutes.delete(each);
  }
}

function countOf([key, count]: readonly [string, number]): { name: string; label: string; count: number } {
  const [name = '', label = ''] = key.split('\n');
  return { name, label, count };
}

const stepOf = (ms: number): string => String(STEPS_MS.find((step) => ms <= step) ?? STEPS_MS.at(-1));

function endOf({ status, outcome }: MovedSession): End {
  if (status !== 'succeeded') return status as End;
  if (outcome?.matched == null) return 'enrolled';
  return outcome.matched ? 'matched' : 'not_matched';
}
