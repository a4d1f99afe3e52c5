/** Where time comes from, and what wakes later. Injected everywhere, so that a test moves time and never sleeps. */
export interface Clock {
  /** The time of day: what is written down and compared with what others wrote. It may be wrong, and be set back. */
  now(): number;
  /** Milliseconds since some beginning of this process's own. They only grow: how long something took, and how long a wait may last. */
  elapsed(): number;
  /** Calls back once after this time; the returned function takes it back. */
  after(ms: number, callback: () => void): () => void;
}

/**
 * How far the clocks of two processes on one store, or of one before and after it was set, may differ without anybody noticing.
 * What another process wrote may lie this far in the future; what lies further was written by a clock that was wrong.
 */
export const CLOCK_TOLERANCE_MS = 5000;

// Node fires a longer timer at once instead of late.
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
