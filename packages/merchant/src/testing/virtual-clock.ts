import type { Clock } from '../clock.ts';

export interface VirtualClock extends Clock {
  advance(ms: number): void;
}

/** Time that passes only when a test advances it or somebody sleeps: a sleep ends at once, with the clock moved past it. */
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
