import { TraceFlags } from '@opentelemetry/api';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';

/** Spans that wait to be sent. The library would drop what comes on top of them without a word that we hear. */
const MAX_WAITING = 2048;

/** Sends spans in batches, in the background. What does not fit is dropped and counted. */
export class SpanQueue implements SpanProcessor {
  readonly #batches: BatchSpanProcessor;
  readonly #onLost: (spans: number, reason: string) => void;
  #waiting = 0;

  constructor(exporter: SpanExporter, onLost: (spans: number, reason: string) => void) {
    const counted: SpanExporter = {
      export: (spans, done) => {
        this.#waiting -= spans.length;
        exporter.export(spans, done);
      },
      shutdown: () => exporter.shutdown(),
      forceFlush: async () => exporter.forceFlush?.(),
    };
    this.#batches = new BatchSpanProcessor({ exporter: counted, maxQueueSize: MAX_WAITING });
    this.#onLost = onLost;
  }

  onStart(...begun: Parameters<SpanProcessor['onStart']>): void {
    this.#batches.onStart(...begun);
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#waiting >= MAX_WAITING) return this.#onLost(1, 'queue_full');
    this.#waiting++;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }
}
