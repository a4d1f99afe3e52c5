import { systemClock, type Clock } from '../runtime/clock.ts';
import type { Instant } from '../session/session.ts';
import type { Store } from '../storage/port/store.ts';

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

export interface ClockCheck {
  readonly store: Pick<Store, 'kind' | 'now' | 'sessions' | 'audit'>;
  readonly clock: Clock;
  /** How far this machine's clock is off. */
  readonly onClockOffset: (ms: number) => void;
  /** Runs at most once an hour. */
  readonly onError: (error: unknown) => void;
}

/** A wrong clock must not erase anything. A sandbox's operator may move `clock`, so the machine's own is checked. */
export async function clockCheck(check: ClockCheck): Promise<() => Promise<boolean>> {
  const { store, clock, onClockOffset, onError } = check;
  const began = systemClock.now() - systemClock.elapsed();
  const isShared = store.kind === 'postgres';
  const quietMs = isShared ? 0 : clock.now() - (await newestAt(store));
  let nextNoteAt = -Infinity;
  return async () => {
    const jumpedMs = systemClock.now() - systemClock.elapsed() - began;
    // After a week without any entry this clock may have been ahead at the start.
    const localMs = quietMs + jumpedMs > WEEK_MS ? quietMs + jumpedMs : jumpedMs;
    const aheadMs = isShared ? await clockAheadMs(store) : localMs;
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

/** The latest time that the store has seen. Every store that a service opened before has an audit entry. */
async function newestAt({ sessions, audit }: ClockCheck['store']): Promise<Instant> {
  const [[session], [entry]] = await Promise.all([sessions.list({ limit: 1 }), audit.list(1)]);
  return Math.max(session?.createdAt ?? 0, entry?.at ?? Infinity);
}

/** Compares the database server's clock with the middle of the round trip. */
export async function clockAheadMs(store: Pick<Store, 'now'>): Promise<number> {
  const asked = systemClock.now();
  const there = await store.now();
  return (asked + systemClock.now()) / 2 - there;
}

const DIFFERS = {
  postgres: "differs by more than an hour from the database server's. Synchronize the clocks with NTP",
  sqlite:
    'jumped ahead by more than an hour, or was more than 7 days past the newest session and audit entry at the start. Correct it; if it is right, restart the service, after a new session or operator action',
};
