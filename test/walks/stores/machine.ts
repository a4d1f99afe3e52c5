import { mock } from 'node:test';
import { watchClock } from '../../../apps/service/src/lifecycle/clock-watch.ts';
import { startSweeper } from '../../../apps/service/src/lifecycle/sweeper.ts';
import { systemClock } from '../../../apps/service/src/runtime/clock.ts';
import { openStore, type StoreOptions } from '../../../apps/service/src/storage/open-store.ts';
import type { Store } from '../../../apps/service/src/storage/port/store.ts';
import { DAY, NOW } from '../../../apps/service/src/storage/test/samples.ts';
import { TestClock } from '../../../apps/service/test/test-clock.ts';
import { until } from '../explore/until.ts';

export const RETENTION_DAYS = 30;
/** Every round of the sweeper has run after this time. */
export const ROUND_MS = 60_000;
const DUE_EVERY_MS = 2000;
const TIMERS_OF_A_SWEEPER = 3;

/** What a service process has of the store: connections and a sweeper. */
export interface Process {
  readonly store: Store;
  stop(): Promise<void>;
}

/** The machine that all processes of a walk run on. Its clock may be wrong. */
export class Machine implements Disposable {
  readonly clock = new TestClock(NOW + DAY);
  #aheadMs = 0;
  #sweepers = 0;
  readonly #systemNow = mock.method(systemClock, 'now', () => Date.now() + this.#aheadMs);

  now(): number {
    return this.clock.now();
  }

  /** The clock of the database server stays right. */
  setAhead(ms: number): void {
    this.clock.set(ms - this.#aheadMs);
    this.#aheadMs = ms;
  }

  /** Sweepers run a round in the last minute and look for sessions that are due at the end. */
  async pass(ms: number): Promise<void> {
    const lastMs = Math.min(ms, ROUND_MS);
    this.clock.set(ms - lastMs);
    await this.#tick(lastMs - DUE_EVERY_MS);
    await this.#tick(DUE_EVERY_MS);
  }

  async #tick(ms: number): Promise<void> {
    this.clock.move(ms);
    await until('a round of the sweepers', () => this.clock.waiting === TIMERS_OF_A_SWEEPER * this.#sweepers);
  }

  async start(options: StoreOptions, onError: (error: unknown) => void): Promise<Process> {
    const store = await openStore({ ...options, onError });
    const ignored = (): void => {};
    await using opened = new AsyncDisposableStack();
    const watched = { version: '1.0.0', certificate: { life: undefined }, onClockOffset: ignored, onError: ignored };
    const watch = await watchClock({ ...watched, store, clock: this.clock }, opened);
    opened.defer(
      await startSweeper({
        store,
        clock: this.clock,
        watch,
        sessionRetentionDays: RETENTION_DAYS,
        onError,
        onRetentionLag: ignored,
        onBackup: ignored,
        onPartitionsMissing: ignored,
      }),
    );
    const process = opened.move();
    this.#sweepers++;
    return {
      store,
      stop: async () => {
        this.#sweepers--;
        await process.disposeAsync();
        await store.close();
      },
    };
  }

  [Symbol.dispose](): void {
    this.#systemNow.mock.restore();
  }
}
