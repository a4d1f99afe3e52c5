import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Tracer } from './tracer.ts';

/** Every later step of a start uses these. */
export interface Observability {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer | undefined;
}
