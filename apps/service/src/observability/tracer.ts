import type { OtlpTracer, Span, SpanStart } from './otlp-tracer.ts';

// Only types: without a setting for traces, OpenTelemetry is not loaded.
export type { OtlpTracer as Tracer, Span };

/** Records only the class name of an error: a message may contain anything. */
export async function spanned<T>(tracer: OtlpTracer, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  const span = tracer.begin(start);
  try {
    const done = await tracer.within(span, () => work(span));
    span.end();
    return done;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'Error');
    throw error;
  }
}
