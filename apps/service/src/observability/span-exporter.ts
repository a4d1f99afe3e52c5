import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing-settings.ts';

/** OpenTelemetry reads timeout, compression and certificates from its own settings. */
export async function spanExporter(
  { endpoint: url, protocol, headers }: TracingSettings,
  onLost: (spans: number, reason: string) => void,
): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  return new WatchedExporter(new OTLPTraceExporter({ url, headers: { ...headers } }), onLost);
}

type Done = Parameters<SpanExporter['export']>[1];

/** The library reports failures to one global logger; here each service gets its own. */
class WatchedExporter implements SpanExporter {
  readonly #to: SpanExporter;
  readonly #onLost: (spans: number, reason: string) => void;

  constructor(to: SpanExporter, onLost: (spans: number, reason: string) => void) {
    this.#to = to;
    this.#onLost = onLost;
  }

  export(spans: ReadableSpan[], done: Done): void {
    this.#to.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) this.#onLost(spans.length, reasonOf(result.error));
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#to.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#to.forceFlush?.();
  }
}

/** A status or system code; a message may repeat the other side's text. */
function reasonOf(error: Error | undefined): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : (error?.name ?? 'unknown');
}
