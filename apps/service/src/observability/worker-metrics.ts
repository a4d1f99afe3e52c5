import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { WORKERS_LOST, type MetricsText, type MetricValues } from './metrics.ts';

/** A gauge says how a process is now; of one that ended nothing is left. */
const OUTLIVES: ReadonlySet<string> = new Set(['counter', 'histogram']);

/**
 * The metrics of several processes as those of one. A counter never falls, which Prometheus would take for a restart: what a process had
 * counted still counts when it has ended, or does not answer in time.
 */
export class WorkerMetrics {
  readonly #own = new Registry();
  readonly #latest = new Map<number, MetricValues>();
  readonly #lost = new Counter({ ...WORKERS_LOST, registers: [this.#own] });
  readonly #gone = new Set<number>();
  /** The sums of those that ended. */
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
    // An answer may be on its way.
    this.#gone.add(worker);
    this.#ended = this.#ended.then((ended) => AggregatorRegistry.aggregate([ended, counted]).getMetricsAsJSON());
  }

  /** With what the workers answered now. */
  async text(answers: ReadonlyMap<number, MetricValues>): Promise<MetricsText> {
    for (const [worker, values] of answers) if (!this.#gone.has(worker)) this.#latest.set(worker, values);
    // Both of one moment: a worker that ends meanwhile counts once.
    const latest = [...this.#latest.values()];
    const [own, ended] = await Promise.all([this.#own.getMetricsAsJSON(), this.#ended]);
    const registry = AggregatorRegistry.aggregate([own, ended, ...latest]);
    return { contentType: registry.contentType, body: await registry.metrics() };
  }
}
