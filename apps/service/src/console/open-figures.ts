import type { Clock } from '../config/clock.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Store } from '../storage/store.ts';
import { FigureCounts } from './figure-counts.ts';

interface Parts {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What the console's charts count, in every process, whether or not it has a console. */
export function openFigures({ clock, store, log, metrics }: Parts, opened: AsyncDisposableStack): FigureCounts {
  const onError = (error: unknown): void => log.warn({ err: error }, 'figures');
  const figures = new FigureCounts({ store: store.figures, clock, onError });
  metrics.onAnswer = (answer) => figures.answered(answer);
  return opened.adopt(figures, (each) => each.close());
}
