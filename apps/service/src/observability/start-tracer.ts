import { VERSION } from '../runtime/version.ts';
import type { Config } from '../config/config.ts';
import type { Observability } from './observability.ts';
import type { Tracer } from './tracer.ts';

const LOG_EVERY_MS = 60_000;

export async function startTracer(
  { tracing: settings, environment }: Pick<Config, 'tracing' | 'environment'>,
  { log, metrics }: Omit<Observability, 'tracer'>,
  opened: AsyncDisposableStack,
): Promise<Tracer | undefined> {
  if (settings === undefined) return undefined;
  let unlogged = 0;
  let loggedAt = -Infinity;
  const onLost = (spans: number, reason: string): void => {
    metrics.lostSpans.inc(spans);
    unlogged += spans;
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY_MS) return;
    loggedAt = now;
    log.warn({ spans: unlogged, reason }, 'trace spans lost');
    unlogged = 0;
  };
  // OpenTelemetry is loaded only for this.
  const { Tracer } = await import('./tracer.ts');
  const tracer = new Tracer({ settings, version: VERSION, environment, onLost });
  return opened.adopt(tracer, (each) => each.close());
}
