import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

const LOG_EVERY_MS = 60_000;

/** Counts spans that were lost, and says so once a minute at most: a collector that is away is no reason to fill a log. */
export class LostSpans {
  readonly #log: Logger;
  readonly #metrics: Metrics;
  #unsaid = 0;
  #saidAt = -Infinity;

  constructor(log: Logger, metrics: Metrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  add(spans: number, reason: string): void {
    this.#metrics.spansLost(spans);
    this.#unsaid += spans;
    const now = performance.now();
    if (now - this.#saidAt < LOG_EVERY_MS) return;
    this.#saidAt = now;
    this.#log.warn({ spans: this.#unsaid, reason }, 'traces not taken');
    this.#unsaid = 0;
  }
}
