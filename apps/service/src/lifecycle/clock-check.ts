import { systemClock, type Clock } from '../config/clock.ts';
import type { Store } from '../storage/store.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface ClockCheck {
  readonly store: Pick<Store, 'kind' | 'now'>;
  readonly clock: Clock;
  /** Runs each time that the clock is wrong. */
  readonly onWrongClock: () => void;
  /** Runs at most once an hour. */
  readonly onError: (error: unknown) => void;
}

/** A wrong clock must not erase anything. A sandbox's operator may move `clock`, so the machine's own is checked. */
export function clockCheck({ store, clock, onWrongClock, onError }: ClockCheck): () => Promise<boolean> {
  const began = systemClock.now() - systemClock.elapsed();
  let nextNoteAt = -Infinity;
  return async () => {
    const errorMs =
      store.kind === 'postgres'
        ? Math.abs(systemClock.now() - (await store.now()))
        : systemClock.now() - systemClock.elapsed() - began;
    if (errorMs <= HOUR_MS) return true;
    onWrongClock();
    if (clock.elapsed() >= nextNoteAt) {
      nextNoteAt = clock.elapsed() + HOUR_MS;
      onError(new Error(`nothing is erased: this machine's clock ${DIFFERS[store.kind]}`));
    }
    return false;
  };
}

const DIFFERS = {
  postgres: "differs by more than an hour from the database server's. Synchronize the clocks with NTP",
  sqlite: 'jumped ahead by more than an hour. Correct it; if it is right, restart the service',
};
