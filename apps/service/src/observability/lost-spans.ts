import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

const LOG_EVERY_MS = 60_000;

/** Counts lost spans, and logs them at most once a minute. */
export class LostSpans {
  readonly #log: Logger;
  readonly #metrics: Metrics;
  #unlogged = 0;
  #loggedAt = -Infinity;

  constructor(log: Logger, metrics: Metrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  add(spans: number, reason: string): void {
    this.#metrics.spansLost(spans);
    this.#unlogged += spans;
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#log.warn({ spans: this.#unlogged, reason }, 'trace spans lost');
    this.#unlogged = 0;
  }
}
