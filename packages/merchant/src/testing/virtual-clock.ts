import type { Clock } from '../clock.ts';

export interface VirtualClock extends Clock {
  advance(ms: number): void;
}

/** Time that a test advances. A sleep ends at once and moves the clock past it. */
export function createVirtualClock(startMs: number = Date.UTC(2026, 0, 31, 9, 15)): VirtualClock {
  let now = startMs;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      now += ms;
    },
  };
}
