import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { WORKERS_LOST } from './metric-table.ts';
import type { MetricsText, MetricValues } from './metrics.ts';

/** Gauges of an ended process are dropped. */
const OUTLIVES: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** Aggregates the metrics of several processes. Counters of an ended process are kept: Prometheus would take a lower counter for a restart. */
export class WorkerMetrics {
  readonly #own = new Registry();
  readonly #latest = new Map<number, MetricValues>();
  readonly #lost = new Counter({ ...WORKERS_LOST, registers: [this.#own] });
  readonly #gone = new Set<number>();
  #ended: Promise<MetricValues> = Promise.resolve([]);

  constructor() {
    new Gauge({
      name: 'process_start_time_seconds',
      help: 'Start time of the process since unix epoch in seconds.',
      aggregator: 'first',
      registers: [this.#own],
    }).set(Math.round(Date.now() / 1000 - process.uptime()));
  }

  lost(worker: number): void {
    this.#lost.inc();
    const counted = this.#latest.get(worker)?.filter(({ type }) => OUTLIVES.has(String(type))) ?? [];
    this.#latest.delete(worker);
    // A response of this worker may still arrive.
    this.#gone.add(worker);
    this.#ended = this.#ended.then((ended) => AggregatorRegistry.aggregate([ended, counted]).getMetricsAsJSON());
  }

  async text(answers: ReadonlyMap<number, MetricValues>): Promise<MetricsText> {
    for (const [worker, values] of answers) if (!this.#gone.has(worker)) this.#latest.set(worker, values);
    // Read together, so that a worker that ends meanwhile counts once.
    const latest = [...this.#latest.values()];
    const [own, ended] = await Promise.all([this.#own.getMetricsAsJSON(), this.#ended]);
    const registry = AggregatorRegistry.aggregate([own, ended, ...latest]);
    return { contentType: registry.contentType, body: await registry.metrics() };
  }
}
