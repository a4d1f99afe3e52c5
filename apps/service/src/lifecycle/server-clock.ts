import { CLOCK_TOLERANCE_MS, systemClock } from '../runtime/clock.ts';
import type { RunningProcess, Store } from '../storage/port/store.ts';

/** Compares this machine's clock with the database server's. */
export class ServerClock {
  readonly #store: Pick<Store, 'now'>;
  #compared = { aheadMs: NaN, drift: 0 };

  constructor(store: Pick<Store, 'now'>) {
    this.#store = store;
  }

  async compare(): Promise<void> {
    this.#compared = { aheadMs: await clockAheadMs(this.#store), drift: drift() };
  }

  /** It is negative if this machine's clock is behind, and NaN until the first comparison. */
  aheadMs(): number {
    return Math.round(this.#compared.aheadMs + drift() - this.#compared.drift);
  }

  state(running: readonly RunningProcess[]): 'right' | 'unknown' | 'wrong' | 'database' {
    const ahead = this.aheadMs();
    if (Number.isNaN(ahead)) return 'unknown';
    if (Math.abs(ahead) <= CLOCK_TOLERANCE_MS) return 'right';
    return mostDifferAlike(running, ahead) ? 'database' : 'wrong';
  }
}

/** Grows only when the time of day is set, or after the machine has slept. */
const drift = (): number => systemClock.now() - systemClock.elapsed();

/** Returns by how much this machine's clock is certainly ahead of the database server's, negative if it is behind. A slow answer proves less. */
export async function clockAheadMs(store: Pick<Store, 'now'>): Promise<number> {
  const asked = systemClock.now();
  const there = await store.now();
  return asked > there ? asked - there : Math.min(systemClock.now() - there, 0);
}

/** Then the database's clock is the wrong one. One process alone proves nothing. */
export function mostDifferAlike(processes: readonly RunningProcess[], aheadMs: number): boolean {
  const alike = processes.filter(
    ({ clockAheadMs: other }) =>
      Math.abs(other) > CLOCK_TOLERANCE_MS && Math.abs(other - aheadMs) <= CLOCK_TOLERANCE_MS,
  );
  return alike.length > Math.max(1, processes.length / 2);
}
