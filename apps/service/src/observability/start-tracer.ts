import type { Config } from '../config/config.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { VERSION } from '../config/version.ts';
import type { Tracer } from './tracer.ts';

/** Undefined, and nothing is loaded, if tracing is not configured. */
export async function startTracer(
  {
    config: { tracing, environment },
    log,
    metrics,
  }: { readonly config: Config; readonly log: Logger; readonly metrics: Metrics },
  opened: AsyncDisposableStack,
): Promise<Tracer | undefined> {
  if (tracing === undefined) return undefined;
  const lost = new LostSpans(log, metrics);
  // Loaded only here: a process without traces does not need OpenTelemetry.
  const { OtlpTracer } = await import('./otlp-tracer.ts');
  const tracer = await OtlpTracer.open({
    settings: tracing,
    version: VERSION,
    environment,
    onLost: (spans, reason) => lost.add(spans, reason),
  });
  return opened.adopt(tracer, (each) => each.close());
}

const LOG_EVERY_MS = 60_000;

/** Counts lost spans, and logs them at most once a minute. */
class LostSpans {
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
