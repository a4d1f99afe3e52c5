import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';
import { BoundTimes } from './bound-times.ts';

/** As prom-client adds them up. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

interface MetricsText {
  readonly contentType: string;
  readonly body: string;
}

/** Of several processes: what each counts in sum. */
export async function addedUp(figures: readonly Figures[]): Promise<MetricsText> {
  const registry = AggregatorRegistry.aggregate([...figures]);
  return { contentType: registry.contentType, body: await registry.metrics() };
}

/** Merchants with figures of their own; all that come after them share one label. */
const MAX_MERCHANT_LABELS = 100;
const OTHER_MERCHANTS = 'other';

/** One of the figures that a process counts. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
}

function kindOf(metric: unknown): Figure['kind'] {
  if (metric instanceof Histogram) return 'histogram';
  return metric instanceof Counter ? 'counter' : 'gauge';
}

/** What operators watch. Labels come from fixed lists, and merchants' ids up to a bound: never another id, an address or a path as it was typed. */
export class Metrics {
  readonly #registry = new Registry();
  /** Told of each answer: for who counts them in another way. */
  onAnswer: (answer: { readonly route: string; readonly seconds: number }) => void = () => {};

  readonly #requests = new Histogram({
    name: 'authly_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.#registry],
  });
  readonly #requestTimes = new BoundTimes(this.#requests);

  readonly #errors = new Counter({
    name: 'authly_http_errors_total',
    help: 'Answers with an error of the catalogue.',
    labelNames: ['route', 'code'] as const,
    registers: [this.#registry],
  });

  readonly #moves = new Counter({
    name: 'authly_session_moves_total',
    help: 'Moves of sessions that this process made.',
    labelNames: ['event', 'to'] as const,
    registers: [this.#registry],
  });

  readonly #bioCalls = new Counter({
    name: 'authly_bio_calls_total',
    help: 'Calls to merchant Bio APIs by how they ended.',
    labelNames: ['call', 'end'] as const,
    registers: [this.#registry],
  });

  readonly #bioAttempts = new Counter({
    name: 'authly_bio_attempts_total',
    help: `Attempts of calls to merchant Bio APIs by merchant and end; merchants after the first ${MAX_MERCHANT_LABELS} together.`,
    labelNames: ['merchant', 'end'] as const,
    registers: [this.#registry],
  });

  readonly #bioAttemptTimes = new Histogram({
    name: 'authly_bio_attempt_duration_seconds',
    help: 'Time of one attempt, its connection included.',
    labelNames: ['merchant'] as const,
    buckets: [0.05, 0.25, 1, 2.5, 5, 15],
    registers: [this.#registry],
  });

  readonly #webhooks = new Histogram({
    name: 'authly_webhook_attempt_duration_seconds',
    help: 'Attempts to deliver an event by merchant and end: delivered, failed (tried again), given_up.',
    labelNames: ['merchant', 'end'] as const,
    buckets: [0.05, 0.25, 1, 2.5, 5, 15],
    registers: [this.#registry],
  });

  readonly #webhooksDisabled = new Counter({
    name: 'authly_webhooks_disabled_total',
    help: 'Endpoints that this process disabled after days of failure, or because they answer 410.',
    labelNames: ['merchant'] as const,
    registers: [this.#registry],
  });

  readonly #merchants = new Set<string>();

  readonly #storeErrors = new Counter({
    name: 'authly_store_unavailable_total',
    help: 'Times the store could not be used.',
    labelNames: ['reason'] as const,
    registers: [this.#registry],
  });

  readonly #cutOff = new Counter({
    name: 'authly_connections_cut_off_total',
    help: 'Connections closed by a limit: too many of one address (address) or in all (all), or a client that took nothing of its answer (stalled).',
    labelNames: ['why'] as const,
    registers: [this.#registry],
  });

  readonly #droppedLines = new Counter({
    name: 'authly_log_lines_dropped_total',
    help: 'Lines of the log that were lost: more waited than are kept (full), or the system did not take them (failed).',
    labelNames: ['reason'] as const,
    registers: [this.#registry],
  });

  readonly #lostSpans = new Counter({
    name: 'authly_trace_spans_lost_total',
    help: 'Spans of traces that the collector did not take, or that found the queue to it full.',
    registers: [this.#registry],
  });

  readonly #shed = new Counter({
    name: 'authly_http_shed_total',
    help: 'Requests refused with 503 because the event loop was late.',
    registers: [this.#registry],
  });

  #inFlight = 0;

  constructor({ version, environment }: { version: string; environment: string }) {
    new Gauge({
      name: 'authly_info',
      help: 'Always 1.',
      aggregator: 'first',
      labelNames: ['version', 'environment'] as const,
      registers: [this.#registry],
    }).set({ version, environment }, 1);
    // Read when somebody asks.
    const inFlight = (): number => this.#inFlight;
    new Gauge({
      name: 'authly_http_requests_in_flight',
      help: 'Requests being answered.',
      registers: [this.#registry],
      collect() {
        this.set(inFlight());
      },
    }).set(0);
    collectDefaultMetrics({ register: this.#registry });
  }

  requestBegan(): void {
    this.#inFlight++;
  }

  requestEnded(request: {
    route: string;
    method: string;
    status: number;
    seconds: number;
    code?: string | undefined;
  }): void {
    this.#inFlight--;
    const { route, method, status, seconds } = request;
    this.#requestTimes.observe(`${route} ${method} ${status}`, seconds, () => ({
      route,
      method,
      status: String(status),
    }));
    this.onAnswer(request);
    if (request.code !== undefined) this.#errors.inc({ route: request.route, code: request.code });
  }

  connectionCutOff(why: string): void {
    this.#cutOff.inc({ why });
  }

  sessionMoved(event: string, to: string): void {
    this.#moves.inc({ event, to });
  }

  bioCalled(call: 'store' | 'lookup', end: string): void {
    this.#bioCalls.inc({ call, end });
  }

  bioAttempted(merchantId: string, end: string, seconds: number): void {
    const merchant = this.#merchantLabel(merchantId);
    this.#bioAttempts.inc({ merchant, end });
    this.#bioAttemptTimes.observe({ merchant }, seconds);
  }

  webhookAttempted(merchantId: string, end: string, seconds: number): void {
    this.#webhooks.observe({ merchant: this.#merchantLabel(merchantId), end }, seconds);
  }

  webhookDisabled(merchantId: string): void {
    this.#webhooksDisabled.inc({ merchant: this.#merchantLabel(merchantId) });
  }

  #merchantLabel(id: string): string {
    if (this.#merchants.has(id)) return id;
    if (this.#merchants.size >= MAX_MERCHANT_LABELS) return OTHER_MERCHANTS;
    this.#merchants.add(id);
    return id;
  }

  storeUnavailable(reason: string): void {
    this.#storeErrors.inc({ reason });
  }

  logLinesDropped(lines: number, reason: string): void {
    this.#droppedLines.inc({ reason }, lines);
  }

  spansLost(spans: number): void {
    this.#lostSpans.inc(spans);
  }

  loadShed(): void {
    this.#shed.inc();
  }

  /** Every figure there is, whether or not anything was counted yet. */
  catalogue(): Figure[] {
    return this.#registry.getMetricsAsArray().map((metric) => {
      const { labelNames } = metric as unknown as { labelNames: string[] };
      return { name: metric.name, help: metric.help, kind: kindOf(metric), labels: [...labelNames] };
    });
  }

  /** For a process that adds up those of several. */
  figures(): Promise<Figures> {
    return this.#registry.getMetricsAsJSON();
  }

  async text(): Promise<MetricsText> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
