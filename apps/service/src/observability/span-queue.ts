import { TraceFlags } from '@opentelemetry/api';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';

/** The library would drop more spans without notice. */
const MAX_QUEUED = 2048;

/** Sends spans in batches. Spans that do not fit are dropped and counted. */
export class SpanQueue implements SpanProcessor {
  readonly #batches: BatchSpanProcessor;
  readonly #onLost: (spans: number, reason: string) => void;
  #queued = 0;

  constructor(exporter: SpanExporter, onLost: (spans: number, reason: string) => void) {
    const counted: SpanExporter = {
      export: (spans, done) => {
        this.#queued -= spans.length;
        exporter.export(spans, done);
      },
      shutdown: () => exporter.shutdown(),
      forceFlush: async () => exporter.forceFlush?.(),
    };
    this.#batches = new BatchSpanProcessor({ exporter: counted, maxQueueSize: MAX_QUEUED });
    this.#onLost = onLost;
  }

  onStart(...begun: Parameters<SpanProcessor['onStart']>): void {
    this.#batches.onStart(...begun);
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#queued >= MAX_QUEUED) return this.#onLost(1, 'queue_full');
    this.#queued++;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }
}
