import { systemClock, type Clock } from '../runtime/clock.ts';
import type { Store } from '../storage/port/store.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface ClockCheck {
  readonly store: Pick<Store, 'kind' | 'now'>;
  readonly clock: Clock;
  /** How far this machine's clock is off. */
  readonly onClockOffset: (ms: number) => void;
  /** Runs at most once an hour. */
  readonly onError: (error: unknown) => void;
}

/** A wrong clock must not erase anything. A sandbox's operator may move `clock`, so the machine's own is checked. */
export function clockCheck({ store, clock, onClockOffset, onError }: ClockCheck): () => Promise<boolean> {
  const began = systemClock.now() - systemClock.elapsed();
  let nextNoteAt = -Infinity;
  return async () => {
    const isShared = store.kind === 'postgres';
    const aheadMs = isShared ? await clockAheadMs(store) : systemClock.now() - systemClock.elapsed() - began;
    const isWrong = (isShared ? Math.abs(aheadMs) : aheadMs) > HOUR_MS;
    onClockOffset(Math.abs(aheadMs));
    if (!isWrong) return true;
    if (clock.elapsed() >= nextNoteAt) {
      nextNoteAt = clock.elapsed() + HOUR_MS;
      onError(new Error(`nothing is erased: this machine's clock ${DIFFERS[store.kind]}`));
    }
    return false;
  };
}

/** Compares the database server's clock with the middle of the round trip. */
export async function clockAheadMs(store: Pick<Store, 'now'>): Promise<number> {
  const asked = systemClock.now();
  const there = await store.now();
  return (asked + systemClock.now()) / 2 - there;
}

const DIFFERS = {
  postgres: "differs by more than an hour from the database server's. Synchronize the clocks with NTP",
  sqlite: 'jumped ahead by more than an hour. Correct it; if it is right, restart the service',
};
