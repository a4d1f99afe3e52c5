import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Aggregator,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

export interface MetricsText {
  readonly contentType: string;
  readonly body: string;
}

/** Merchants with their own label; later ones share one. */
const MAX_MERCHANT_LABELS = 100;
const OTHER_MERCHANTS = 'other';

export interface MetricInfo {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** Empty for Node's default metrics: prom-client does not expose their labels. */
  readonly labels: readonly string[];
}

export interface EndedRequest {
  readonly id: string;
  readonly address: string;
  /** The authenticated caller. */
  readonly who: { readonly merchantId?: string; readonly clientId?: string } | undefined;
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
  readonly code?: string | undefined;
}

function kindOf(metric: unknown): MetricInfo['kind'] {
  if (metric instanceof Histogram) return 'histogram';
  return metric instanceof Counter ? 'counter' : 'gauge';
}

export const WORKERS_LOST = {
  name: 'authly_workers_lost_total',
  help: 'Workers of `authly serve --workers` that ended unexpectedly and were replaced.',
};

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 15];

/** Label values are from a fixed set, or merchant ids up to a limit; never another id, an address or a raw path. */
export class Metrics {
  readonly #registry = new Registry();
  /** By metric, because prom-client does not expose them. */
  readonly #labels = new Map<string, readonly string[]>();
  readonly #merchants = new Set<string>();
  onAnswer: (answer: EndedRequest) => void = () => {};

  readonly #requests = this.#histogram(
    'authly_http_request_duration_seconds',
    'Time from the start of a request to the end of its response.',
    ['route', 'method', 'status'],
    REQUEST_BUCKETS,
  );
  readonly errors = this.#counter('authly_http_errors_total', 'Error responses by error code.', ['route', 'code']);
  readonly sessionMoves = this.#counter('authly_session_moves_total', 'Session state changes made by this process.', [
    'event',
    'to',
  ]);
  readonly bioCalls = this.#counter('authly_bio_calls_total', 'Calls to merchant Bio APIs by outcome.', [
    'call',
    'end',
  ]);
  readonly #bioAttempts = this.#counter(
    'authly_bio_attempts_total',
    `Call attempts to merchant Bio APIs by merchant and outcome. Merchants after the first ${MAX_MERCHANT_LABELS} share one label.`,
    ['merchant', 'end'],
  );
  readonly #bioAttemptTimes = this.#histogram(
    'authly_bio_attempt_duration_seconds',
    'Duration of a call attempt to a merchant Bio API, including the connection.',
    ['merchant'],
    CALL_BUCKETS,
  );
  readonly #webhooks = this.#histogram(
    'authly_webhook_attempt_duration_seconds',
    'Duration of webhook delivery attempts by merchant and outcome: delivered, failed (will be retried), given_up.',
    ['merchant', 'end'],
    CALL_BUCKETS,
  );
  readonly #webhooksDisabled = this.#counter(
    'authly_webhooks_disabled_total',
    'Webhooks that this process disabled after days of failures, or because they responded 410.',
    ['merchant'],
  );
  readonly storeErrors = this.#counter(
    'authly_store_unavailable_total',
    'Operations and readiness checks that failed because the database was unavailable.',
    ['reason'],
  );
  readonly retentionSkipped = this.#counter(
    'authly_retention_skipped_total',
    'Rounds of retention that erased nothing because a clock was wrong by more than an hour.',
    [],
  );
  readonly cutOff = this.#counter(
    'authly_connections_cut_off_total',
    'Connections closed by a limit: too many from one IPv4 address or IPv6 /64 (address) or one IPv6 /48 (network), the longest idle one when there were nearly too many (idle), too many in total (all), or a client that stopped reading its response (stalled).',
    ['why'],
  );
  readonly droppedLines = this.#counter(
    'authly_log_lines_dropped_total',
    'Log lines dropped because the buffer was full (full): the disk is full, or nothing reads the log.',
    ['reason'],
  );
  readonly lostSpans = this.#counter(
    'authly_trace_spans_lost_total',
    'Trace spans dropped because the collector rejected them or the queue was full.',
    [],
  );
  readonly workersLost = this.#counter(WORKERS_LOST.name, WORKERS_LOST.help, []);
  readonly certificateFailures = this.#counter(
    'authly_certificate_reload_failures_total',
    'Renewed certificate files that were rejected. The previous certificate is still served.',
    [],
  );
  readonly certificateExpiry = this.#gauge(
    'authly_certificate_expiry_timestamp_seconds',
    'When the served certificate expires. 0 behind a proxy that ends TLS.',
    [],
    'min',
  );
  readonly shed = this.#counter(
    'authly_http_shed_total',
    'Requests rejected with 503 because the event loop was overloaded.',
    [],
  );

  readonly #refused = this.#counter(
    'authly_limit_refusals_total',
    'Refusals by a limit, and the share that was used up: of a session, token, merchant, address (IPv4 address or IPv6 /64) or network (IPv6 /48), of all long polls (polls) or callers without a token (unauthenticated), or the total (all). Of `failed_requests`: request ids that were not kept for operators.',
    ['limit', 'share'],
  );

  readonly #bioCertificates = new Map<string, number>();
  readonly #bioCertificateExpiry = this.#gauge(
    'authly_bio_certificate_expiry_timestamp_seconds',
    `When the certificate of a merchant Bio API expires, as seen at the last new connection. Merchants after the first ${MAX_MERCHANT_LABELS} share one label, with the earliest time.`,
    ['merchant'],
    // The process that saw the renewed certificate has the later time.
    'max',
  );
  readonly #inFlight = this.#gauge('authly_http_requests_in_flight', 'Requests in progress.', [], 'sum');

  constructor({ version, environment }: { version: string; environment: string }) {
    this.#gauge('authly_info', 'Always 1.', ['version', 'environment'], 'first').set({ version, environment }, 1);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Counts from zero for each share of a limit. */
  refusals(limit: string, shares: object): (share: string) => void {
    for (const share of Object.keys(shares)) this.#refused.inc({ limit, share }, 0);
    return (share) => this.#refused.inc({ limit, share });
  }

  requestBegan(): void {
    this.#inFlight.inc();
  }

  requestEnded(request: EndedRequest): void {
    this.#inFlight.dec();
    const { route, method, status, seconds, code } = request;
    this.#requests.observe({ route, method, status }, seconds);
    this.onAnswer(request);
    if (code !== undefined) this.errors.inc({ route, code });
  }

  bioAttempted(merchantId: string, end: string, seconds: number): void {
    const merchant = this.#merchantLabel(merchantId);
    this.#bioAttempts.inc({ merchant, end });
    this.#bioAttemptTimes.observe({ merchant }, seconds);
  }

  bioCertificateSeen(merchantId: string, expiresAt: number): void {
    const merchant = this.#merchantLabel(merchantId);
    this.#bioCertificates.set(merchantId, expiresAt);
    if (merchant === merchantId) return this.#bioCertificateExpiry.set({ merchant }, expiresAt);
    const others = [...this.#bioCertificates].filter(([id]) => !this.#merchants.has(id)).map(([, at]) => at);
    this.#bioCertificateExpiry.set({ merchant }, Math.min(...others));
  }

  webhookAttempted(merchantId: string, end: string, seconds: number): void {
    this.#webhooks.observe({ merchant: this.#merchantLabel(merchantId), end }, seconds);
  }

  webhookDisabled(merchantId: string): void {
    this.#webhooksDisabled.inc({ merchant: this.#merchantLabel(merchantId) });
  }

  catalogue(): MetricInfo[] {
    return this.#registry.getMetricsAsArray().map((metric) => ({
      name: metric.name,
      help: metric.help,
      kind: kindOf(metric),
      labels: this.#labels.get(metric.name) ?? [],
    }));
  }

  /** For the supervisor, which aggregates the workers. */
  values(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }

  async text(): Promise<MetricsText> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  #merchantLabel(id: string): string {
    if (this.#merchants.size < MAX_MERCHANT_LABELS) this.#merchants.add(id);
    return this.#merchants.has(id) ? id : OTHER_MERCHANTS;
  }

  #counter<const Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    this.#labels.set(name, labelNames);
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge<const Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    aggregator: Aggregator,
  ): Gauge<Label> {
    this.#labels.set(name, labelNames);
    return new Gauge({ name, help, labelNames, aggregator, registers: [this.#registry] });
  }

  #histogram<const Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: number[],
  ): Histogram<Label> {
    this.#labels.set(name, labelNames);
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }
}
