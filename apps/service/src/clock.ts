import type { Instant } from './session/session.ts';

/** Where `now` comes from. Injected everywhere, so that a test moves it and never sleeps. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };
