import { uptime } from 'node:os';
import { systemClock, type Clock } from '../runtime/clock.ts';
import type { Instant } from '../session/session.ts';
import type { Store } from '../storage/port/store.ts';

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

interface MachineClockOptions {
  readonly store: Pick<Store, 'sessions' | 'audit'>;
  readonly clock: Clock;
  /** Counts the time in which the machine slept, too. */
  readonly uptimeMs?: () => number;
}

/** SQLite has no second clock to compare with. A wrong one stops only the erasure. */
export class MachineClock {
  readonly #store: MachineClockOptions['store'];
  readonly #uptimeMs: () => number;
  readonly #startedAt: Instant;
  readonly #drift: number;
  #newestAt = 0;

  constructor({ store, clock, uptimeMs = () => uptime() * 1000 }: MachineClockOptions) {
    this.#store = store;
    this.#uptimeMs = uptimeMs;
    this.#startedAt = clock.now();
    this.#drift = systemClock.now() - uptimeMs();
  }

  async compare(): Promise<void> {
    if (this.#isQuiet()) this.#newestAt = await this.#readNewestAt();
  }

  /** There is no database server whose clock could differ. */
  aheadMs(): number {
    return 0;
  }

  state(): 'right' | 'jumped' | 'quiet' {
    if (this.#jumpedMs() > HOUR_MS) return 'jumped';
    return this.#isQuiet() ? 'quiet' : 'right';
  }

  /** How far the time of day ran ahead of the time that passed since the start. */
  #jumpedMs(): number {
    return systemClock.now() - this.#uptimeMs() - this.#drift;
  }

  /** After a week without any entry this clock may have been ahead at the start. */
  #isQuiet(): boolean {
    return this.#startedAt + this.#jumpedMs() - this.#newestAt > WEEK_MS;
  }

  /** The latest time that the store has seen. Every store that a service opened before has an audit entry. */
  async #readNewestAt(): Promise<Instant> {
    const [[session], [entry]] = await Promise.all([
      this.#store.sessions.list({ limit: 1 }),
      this.#store.audit.list(1),
    ]);
    return Math.max(session?.createdAt ?? 0, entry?.at ?? Infinity);
  }
}
