import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricInfo {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** Node's default metrics have none here: prom-client does not expose their labels. */
  readonly labels: readonly string[];
}

function kindOf(metric: unknown): MetricInfo['kind'] {
  if (metric instanceof Histogram) return 'histogram';
  return metric instanceof Counter ? 'counter' : 'gauge';
}

export class MetricRegistry {
  protected readonly registry = new Registry();
  /** The key is the metric: prom-client does not expose its labels. */
  readonly #labels = new Map<string, readonly string[]>();

  catalogue(): MetricInfo[] {
    return this.registry.getMetricsAsArray().map((metric) => ({
      name: metric.name,
      help: metric.help,
      kind: kindOf(metric),
      labels: this.#labels.get(metric.name) ?? [],
    }));
  }

  protected counter<const Label extends string>(name: string, labels: readonly Label[], help: string): Counter<Label> {
    return new Counter(this.#options(name, labels, help));
  }

  protected gauge<const Label extends string>(name: string, labels: readonly Label[], help: string): Gauge<Label> {
    return new Gauge(this.#options(name, labels, help));
  }

  protected histogram<const Label extends string>(
    name: string,
    labels: readonly Label[],
    buckets: number[],
    help: string,
  ): Histogram<Label> {
    return new Histogram({ ...this.#options(name, labels, help), buckets });
  }

  #options<Label extends string>(name: string, labelNames: readonly Label[], help: string) {
    this.#labels.set(name, labelNames);
    return { name, help, labelNames, registers: [this.registry] };
  }
}
