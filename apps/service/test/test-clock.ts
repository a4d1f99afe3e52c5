import type { Clock } from '../src/clock.ts';
import type { Instant } from '../src/session/session.ts';

/** A clock that stands still until a test moves it. Timers fire when it is moved past them, in their order. */
export class TestClock implements Clock {
  #now: Instant;
  readonly #timers = new Set<{ at: Instant; callback: () => void }>();

  constructor(start: Instant = Date.UTC(2026, 0, 15, 9, 0, 0)) {
    this.#now = start;
  }

  now(): Instant {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + Math.max(ms, 0), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many timers wait: lets a test know that somebody has begun to wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  move(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = until;
  }
}
