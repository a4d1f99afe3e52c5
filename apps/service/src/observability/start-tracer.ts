import type { Config } from '../config/config.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { VERSION } from '../config/version.ts';
import { LostSpans } from './lost-spans.ts';
import { openTracer } from './open-tracer.ts';
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
  const tracer = await openTracer({
    settings: tracing,
    version: VERSION,
    environment,
    onLost: (spans, reason) => lost.add(spans, reason),
  });
  return opened.adopt(tracer, (each) => each.close());
}
