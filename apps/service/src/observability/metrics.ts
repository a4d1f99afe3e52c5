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
  /** Empty for those of any Node process: the client library does not tell them. */
  readonly labels: readonly string[];
}

function kindOf(metric: unknown): Figure['kind'] {
  if (metric instanceof Histogram) return 'histogram';
  return metric instanceof Counter ? 'counter' : 'gauge';
}

/** What operators watch. Labels come from fixed lists, and merchants' ids up to a bound: never another id, an address or a path as it was typed. */
export class Metrics {
  readonly #registry = new Registry();
  /** Of our own metrics, by name. */
  readonly #labels = new Map<string, readonly string[]>();
  /** Told of each answer: for who counts them in another way. */
  onAnswer: (answer: { readonly route: string; readonly seconds: number }) => void = () => {};

  readonly #requests = new Histogram(
    this.#own({
      name: 'authly_http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    }),
  );

  readonly #errors = new Counter(
    this.#own({
      name: 'authly_http_errors_total',
      help: 'Answers with an error of the catalogue.',
      labelNames: ['route', 'code'] as const,
    }),
  );

  readonly #moves = new Counter(
    this.#own({
      name: 'authly_session_moves_total',
      help: 'Moves of sessions that this process made.',
      labelNames: ['event', 'to'] as const,
    }),
  );

  readonly #bioCalls = new Counter(
    this.#own({
      name: 'authly_bio_calls_total',
      help: 'Calls to merchant Bio APIs by how they ended.',
      labelNames: ['call', 'end'] as const,
    }),
  );

  readonly #bioAttempts = new Counter(
    this.#own({
      name: 'authly_bio_attempts_total',
      help: `Attempts of calls to merchant Bio APIs by merchant and end; merchants after the first ${MAX_MERCHANT_LABELS} together.`,
      labelNames: ['merchant', 'end'] as const,
    }),
  );

  readonly #bioAttemptTimes = new Histogram(
    this.#own({
      name: 'authly_bio_attempt_duration_seconds',
      help: 'Time of one attempt, its connection included.',
      labelNames: ['merchant'] as const,
      buckets: [0.05, 0.25, 1, 2.5, 5, 15],
    }),
  );

  readonly #webhooks = new Histogram(
    this.#own({
      name: 'authly_webhook_attempt_duration_seconds',
      help: 'Attempts to deliver an event by merchant and end: delivered, failed (tried again), given_up.',
      labelNames: ['merchant', 'end'] as const,
      buckets: [0.05, 0.25, 1, 2.5, 5, 15],
    }),
  );

  readonly #webhooksDisabled = new Counter(
    this.#own({
      name: 'authly_webhooks_disabled_total',
      help: 'Endpoints that this process disabled after days of failure, or because they answer 410.',
      labelNames: ['merchant'] as const,
    }),
  );

  readonly #merchants = new Set<string>();

  readonly #storeErrors = new Counter(
    this.#own({
      name: 'authly_store_unavailable_total',
      help: 'Times the store could not be used.',
      labelNames: ['reason'] as const,
    }),
  );

  readonly #cutOff = new Counter(
    this.#own({
      name: 'authly_connections_cut_off_total',
      help: 'Connections closed by a limit: too many of one address (address) or in all (all), or a client that took nothing of its answer (stalled).',
      labelNames: ['why'] as const,
    }),
  );

  readonly #droppedLines = new Counter(
    this.#own({
      name: 'authly_log_lines_dropped_total',
      help: 'Lines of the log that were lost because too many waited (full): the disk is full, or the log is not read.',
      labelNames: ['reason'] as const,
    }),
  );

  readonly #lostSpans = new Counter(
    this.#own({
      name: 'authly_trace_spans_lost_total',
      help: 'Spans of traces that the collector did not take, or that found the queue to it full.',
    }),
  );

  readonly #shed = new Counter(
    this.#own({
      name: 'authly_http_shed_total',
      help: 'Requests refused with 503 because the event loop was late.',
    }),
  );

  #inFlight = 0;

  constructor({ version, environment }: { version: string; environment: string }) {
    new Gauge(
      this.#own({
        name: 'authly_info',
        help: 'Always 1.',
        aggregator: 'first' as const,
        labelNames: ['version', 'environment'] as const,
      }),
    ).set({ version, environment }, 1);
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
    this.#requests.observe({ route, method, status }, seconds);
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

  logLinesDropped(lines: number): void {
    this.#droppedLines.inc({ reason: 'full' }, lines);
  }

  spansLost(spans: number): void {
    this.#lostSpans.inc(spans);
  }

  loadShed(): void {
    this.#shed.inc();
  }

  /** Every figure there is, whether or not anything was counted yet. */
  catalogue(): Figure[] {
    return this.#registry.getMetricsAsArray().map((metric) => ({
      name: metric.name,
      help: metric.help,
      kind: kindOf(metric),
      labels: this.#labels.get(metric.name) ?? [],
    }));
  }

  /** prom-client does not tell the label names of a metric: the catalogue needs them. */
  #own<C extends { readonly name: string; readonly labelNames?: readonly string[] }>(
    metric: C,
  ): C & { registers: Registry[] } {
    this.#labels.set(metric.name, metric.labelNames ?? []);
    return { ...metric, registers: [this.#registry] };
  }

  /** For a process that adds up those of several. */
  figures(): Promise<Figures> {
    return this.#registry.getMetricsAsJSON();
  }

  async text(): Promise<MetricsText> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
