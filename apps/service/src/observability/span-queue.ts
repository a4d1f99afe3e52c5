import { TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing-settings.ts';

/** The library would drop further spans without a report. */
const MAX_QUEUED = 2048;

/** Sends spans in batches. Spans that do not fit, or that the collector rejects, are counted. */
export function spanQueue(
  { endpoint: url, headers }: TracingSettings,
  onLost: (spans: number, reason: string) => void,
): SpanProcessor {
  // OpenTelemetry reads timeout, compression and certificates from its own settings.
  const otlp: SpanExporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  let queued = 0;
  const exporter: SpanExporter = {
    export(spans, done) {
      queued -= spans.length;
      // The library reports failures only to a global logger.
      otlp.export(spans, (result) => {
        if (result.error !== undefined) onLost(spans.length, reasonOf(result.error));
        done(result);
      });
    },
    shutdown: () => otlp.shutdown(),
    forceFlush: async () => otlp.forceFlush?.(),
  };
  const batches = new BatchSpanProcessor({ exporter, maxQueueSize: MAX_QUEUED });
  return {
    onStart: (...begun) => batches.onStart(...begun),
    onEnd(span) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (queued >= MAX_QUEUED) return onLost(1, 'queue_full');
      queued++;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

/** A status or system code; a message may contain the collector's text. */
function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : error.name;
}
