/** Injected everywhere, so that tests move time and never sleep. */
export interface Clock {
  /** The time of day, for stored times. It may be wrong or set back. */
  now(): number;
  /** Milliseconds that only grow, for durations and timeouts. */
  elapsed(): number;
  after(ms: number, callback: () => void): () => void;
}

/** How far the clocks of two processes may differ. A stored time further in the future comes from a wrong clock. */
export const CLOCK_TOLERANCE_MS = 5000;

/** Says whether this machine's clock agrees with that of the database server. */
export interface ClockWatch {
  /** Why this process cannot say what time it is. It then answers and works as without a database. */
  fault(): Error | undefined;
  /** Throws the fault. */
  require(): void;
  isRightToErase(): boolean;
}

// Node fires a longer timer immediately.
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
