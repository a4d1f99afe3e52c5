import type { TracerOptions } from './otlp-tracer.ts';
import type { Tracer } from './tracer.ts';

/** OpenTelemetry is loaded only here: a process without traces does not need it. */
export async function openTracer(options: TracerOptions): Promise<Tracer> {
  const { OtlpTracer } = await import('./otlp-tracer.ts');
  return OtlpTracer.open(options);
}
