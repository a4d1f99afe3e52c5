import { OPERATIONS } from '@authly/contract/operations';
import { isFinal, type SessionStatus } from '@authly/contract/wire/states';
import { routeOf } from '../../http/route.ts';
import { repeat } from '../../runtime/repeat.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../observability/log.ts';
import { deviceResult } from '../../session/device-result.ts';
import type { Session } from '../../session/session.ts';
import type { Store } from '../../storage/port/store.ts';
import type { End, Stage } from '../wire/wire.ts';

const MINUTE_MS = 60_000;
const WRITE_EVERY_MS = 5000;
/** Kept while the database is down; older ones are dropped. */
const MAX_WAITING_MINUTES = 60;
/** As in the metrics: later merchants share one label. */
const MAX_MERCHANTS = 100;
export const OTHERS = 'other';

/** Upper bounds of the histogram's buckets. */
export const STEPS_MS: readonly number[] = [
  1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000,
];

/** Upper bounds of the time from creation to a result. */
export const FINISH_STEPS_MS = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 180, 240, 300, 450, 600, 900, 1200, 1800,
  3600,
].map((seconds) => seconds * 1000);

const STAGES: Partial<Record<SessionStatus, Stage>> = {
  opened: 'opened',
  app_launched: 'joined',
  callback_received: 'captured',
  succeeded: 'ended',
};

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

/** Every process counts, whether or not it has a console. */
export function openCounts(options: CountsOptions, opened: AsyncDisposableStack): ConsoleCounts {
  const counts = new ConsoleCounts(options);
  // Processes that started together do not write together.
  const everyMs = WRITE_EVERY_MS * (1 - Math.random() / 2);
  const stop = repeat({ clock: options.clock, everyMs, onError: () => {} }, () => counts.write());
  opened.defer(() => stop().then(() => counts.write()));
  return counts;
}

/** Counts in memory for the console's charts, and adds the counts to the database every few seconds. */
class ConsoleCounts {
  readonly #options: CountsOptions;
  readonly #minutes = new Map<number, Map<string, number>>();
  readonly #merchants = new Set<string>();

  constructor(options: CountsOptions) {
    this.#options = options;
  }

  started({ merchantId }: Pick<MovedSession, 'merchantId'>): void {
    this.#countOf(merchantId, 'stage', 'created');
  }

  moved(session: MovedSession): void {
    const { merchantId, status, failureCode, createdAt, endedAt } = session;
    const stage = STAGES[status];
    if (stage !== undefined) this.#countOf(merchantId, 'stage', stage);
    if (!isFinal(status)) return;
    this.#countOf(merchantId, 'ended', endOf(session));
    if (failureCode !== null) this.#countOf(merchantId, 'failure', failureCode);
    const device = deviceResult(session);
    if (device) this.#countOf(merchantId, 'device', device);
    if (status === 'succeeded') this.#countOf(merchantId, 'finish', stepOf(endedAt! - createdAt, FINISH_STEPS_MS));
  }

  answered({ route, seconds }: { route: string; seconds: number }): void {
    if (!WAITING_ROUTES.has(route)) this.#count('answer', stepOf(seconds * 1000));
  }

  bioAttempted(merchantId: string, end: string, ms: number): void {
    this.#countOf(merchantId, 'bio', end);
    this.#countOf(merchantId, 'bio_time', stepOf(ms));
  }

  /** Merchant ids contain no spaces. */
  #countOf(merchantId: string, name: string, label: string): void {
    this.#count(name, `${this.#merchantLabel(merchantId)} ${label}`);
  }

  #count(name: string, label: string): void {
    const now = this.#options.clock.now();
    this.#add(now - (now % MINUTE_MS), `${name}\n${label}`, 1);
  }

  #add(minute: number, key: string, count: number): void {
    const counts = this.#minutes.get(minute) ?? new Map<string, number>();
    this.#minutes.set(minute, counts.set(key, (counts.get(key) ?? 0) + count));
  }

  #merchantLabel(id: string): string {
    if (this.#merchants.size < MAX_MERCHANTS) this.#merchants.add(id);
    return this.#merchants.has(id) ? id : OTHERS;
  }

  /** After an error the counts are kept for the next time. */
  async write(): Promise<void> {
    for (const [minute, counts] of this.#minutes) {
      this.#minutes.delete(minute);
      try {
        await this.#options.store.counts.add(minute, [...counts].map(countOf));
      } catch (error) {
        this.#options.log.warn({ err: error }, 'console metrics not saved');
        for (const [key, count] of counts) this.#add(minute, key, count);
        const kept = [...this.#minutes.keys()].sort((a, b) => a - b);
        for (const oldest of kept.slice(0, -MAX_WAITING_MINUTES)) this.#minutes.delete(oldest);
        return;
      }
    }
  }
}

function countOf([key, count]: readonly [string, number]): { name: string; label: string; count: number } {
  const [name = '', label = ''] = key.split('\n');
  return { name, label, count };
}

const stepOf = (ms: number, steps: readonly number[] = STEPS_MS): string =>
  String(steps.find((step) => ms <= step) ?? steps.at(-1));

function endOf({ status, outcome }: MovedSession): End {
  if (status !== 'succeeded') return status as End;
  if (outcome?.matched == null) return 'enrolled';
  return outcome.matched ? 'matched' : 'not_matched';
}
