import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What operators watch. Labels come from fixed lists only: never an id, an address or a path as it was typed. */
export class Metrics {
  readonly #registry = new Registry();

  readonly #requests = new Histogram({
    name: 'authly_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.#registry],
  });

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

  readonly #storeErrors = new Counter({
    name: 'authly_store_unavailable_total',
    help: 'Times the store could not be used.',
    labelNames: ['reason'] as const,
    registers: [this.#registry],
  });

  readonly #inFlight = new Gauge({
    name: 'authly_http_requests_in_flight',
    help: 'Requests being answered.',
    registers: [this.#registry],
  });

  constructor({ version, environment }: { version: string; environment: string }) {
    new Gauge({
      name: 'authly_info',
      help: 'Always 1.',
      labelNames: ['version', 'environment'] as const,
      registers: [this.#registry],
    }).set({ version, environment }, 1);
    collectDefaultMetrics({ register: this.#registry });
  }

  requestBegan(): void {
    this.#inFlight.inc();
  }

  requestEnded(request: {
    route: string;
    method: string;
    status: number;
    seconds: number;
    code?: string | undefined;
  }): void {
    this.#inFlight.dec();
    this.#requests.observe(
      { route: request.route, method: request.method, status: String(request.status) },
      request.seconds,
    );
    if (request.code !== undefined) this.#errors.inc({ route: request.route, code: request.code });
  }

  sessionMoved(event: string, to: string): void {
    this.#moves.inc({ event, to });
  }

  bioCalled(call: 'store' | 'lookup', end: string): void {
    this.#bioCalls.inc({ call, end });
  }

  storeUnavailable(reason: string): void {
    this.#storeErrors.inc({ reason });
  }

  async text(): Promise<{ contentType: string; body: string }> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
