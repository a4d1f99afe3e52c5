import type { Clock } from '../src/runtime/clock.ts';
import type { Instant } from '../src/session/session.ts';

/** A clock that a test moves. Timers fire in order when it passes them. */
export class TestClock implements Clock {
  #began: Instant;
  #elapsed = 0;
  readonly #timers = new Set<{ ms: number; at: number; callback: () => void }>();

  constructor(start: Instant = Date.UTC(2026, 0, 15, 9, 0, 0)) {
    this.#began = start;
  }

  now(): Instant {
    return this.#began + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { ms, at: this.#elapsed + Math.max(ms, 0), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** The number of waiting timers, so that a test can detect a wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** The number of waiting timers that were set for exactly this time. */
  waitingFor(ms: number): number {
    return [...this.#timers].filter((timer) => timer.ms === ms).length;
  }

  /** Runs the timers that are due, in order. */
  move(ms: number): void {
    const until = this.#elapsed + ms;
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.callback();
    }
    this.#elapsed = until;
  }

  /** Sets the time of day forwards or back without passing time. */
  set(byMs: number): void {
    this.#began += byMs;
  }
}
