import { OPERATIONS } from '@authly/contract/operation-table';
import { routeOf } from '../http/route.ts';
import { repeat } from '../runtime/repeat.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../observability/log.ts';
import { deviceResult } from '../session/device-result.ts';
import { endOf, STAGE_OF } from '../session/progress.ts';
import type { Session } from '../session/session.ts';
import type { Count, Store } from '../storage/port/store.ts';

const MINUTE_MS = 60_000;
const WRITE_EVERY_MS = 5000;
/** Kept while the database is down; older ones are dropped. */
const MAX_WAITING_MINUTES = 60;
/** Later merchants are counted together, as in the metrics. */
const MAX_MERCHANTS = 100;
/** Not an id that a merchant can have. */
export const OTHERS = '*';

/** Upper bounds of the histogram's buckets. */
export const STEPS_MS: readonly number[] = [
  1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000,
];

/** Upper bounds of the time from creation to a result. */
export const FINISH_STEPS_MS = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 180, 240, 300, 450, 600, 900, 1200, 1800,
  3600,
].map((seconds) => seconds * 1000);

/** Long polls: their duration says nothing about the service. */
const WAITING_ROUTES = new Set(
  Object.values(OPERATIONS)
    .filter(({ mayWait }) => mayWait)
    .map(({ path }) => routeOf(path)),
);

type MovedSession = Pick<Session, 'merchantId' | 'createdAt' | 'endedAt' | 'status' | 'failureCode' | 'outcome'>;

interface CountsOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly store: Store;
}

/** Every process counts, even one without a console. */
export function openCounts(options: CountsOptions, opened: AsyncDisposableStack): Counts {
  const counts = new Counts(options);
  // Processes that started together do not write together.
  const everyMs = WRITE_EVERY_MS * (1 - Math.random() / 2);
  const stop = repeat({ clock: options.clock, everyMs, onError: () => {} }, () => counts.write());
  opened.defer(() => stop().then(() => counts.write()));
  return counts;
}

/** Counts in memory for the console's charts, and adds the counts to the database every few seconds. */
class Counts {
  readonly #options: CountsOptions;
  readonly #minutes = new Map<number, Map<string, Count>>();
  readonly #merchants = new Set<string>();

  constructor(options: CountsOptions) {
    this.#options = options;
  }

  started({ merchantId }: Pick<MovedSession, 'merchantId'>): void {
    this.#count('stage', merchantId, 'created');
  }

  moved(session: MovedSession): void {
    const { merchantId, status, failureCode, createdAt, endedAt } = session;
    const stage = STAGE_OF[status];
    if (stage !== undefined) this.#count('stage', merchantId, stage);
    const end = endOf(session);
    if (end === undefined) return;
    this.#count('ended', merchantId, end);
    if (failureCode !== null) this.#count('failure', merchantId, failureCode);
    const device = deviceResult(session);
    if (device) this.#count('device', merchantId, device);
    if (status === 'succeeded') this.#count('finish', merchantId, stepOf(endedAt! - createdAt, FINISH_STEPS_MS));
  }

  answered({ route, seconds }: { route: string; seconds: number }): void {
    if (!WAITING_ROUTES.has(route))
      this.#add(this.#minute(), { name: 'answer', merchantId: '', label: stepOf(seconds * 1000), count: 1 });
  }

  bioAttempted(merchantId: string, end: string, ms: number): void {
    this.#count('bio', merchantId, end);
    this.#count('bio_time', merchantId, stepOf(ms));
  }

  #count(name: string, of: string, label: string): void {
    if (this.#merchants.size < MAX_MERCHANTS) this.#merchants.add(of);
    const merchantId = this.#merchants.has(of) ? of : OTHERS;
    this.#add(this.#minute(), { name, merchantId, label, count: 1 });
  }

  #minute(): number {
    const now = this.#options.clock.now();
    return now - (now % MINUTE_MS);
  }

  #add(minute: number, { count, ...of }: Count): void {
    const counts = this.#minutes.get(minute) ?? new Map<string, Count>();
    const key = JSON.stringify(Object.values(of));
    this.#minutes.set(minute, counts.set(key, { ...of, count: count + (counts.get(key)?.count ?? 0) }));
  }

  /** After an error the counts are kept for the next time. */
  async write(): Promise<void> {
    for (const [minute, counts] of this.#minutes) {
      this.#minutes.delete(minute);
      try {
        await this.#options.store.counts.add(minute, [...counts.values()]);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'console metrics not saved');
        for (const count of counts.values()) this.#add(minute, count);
        const kept = [...this.#minutes.keys()].sort((a, b) => a - b);
        for (const oldest of kept.slice(0, -MAX_WAITING_MINUTES)) this.#minutes.delete(oldest);
        return;
      }
    }
  }
}

const stepOf = (ms: number, steps: readonly number[] = STEPS_MS): string =>
  String(steps.find((step) => ms <= step) ?? steps.at(-1));
