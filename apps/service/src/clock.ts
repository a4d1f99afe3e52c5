import type { Instant } from './session/session.ts';

/** Where `now` comes from, and what wakes later. Injected everywhere, so that a test moves time and never sleeps. */
export interface Clock {
  now(): Instant;
  /** Calls back once after this time; the returned function takes it back. */
  after(ms: number, callback: () => void): () => void;
}

// Node fires a longer timer at once instead of late.
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
