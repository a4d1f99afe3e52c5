import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Tracer } from './tracer.ts';

/** Every later step of a start uses these. */
export interface Observability {
  readonly config: Config;
  readonly deadlineClock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer | undefined;
}

/** With the service's clock, which an operator of a sandbox may move. */
export interface Shared extends Observability {
  readonly clock: Clock;
}
