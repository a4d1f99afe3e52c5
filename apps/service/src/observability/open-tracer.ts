import type { TracerOptions } from './otlp-tracer.ts';
import type { Tracer } from './tracer.ts';

/** OpenTelemetry is loaded here and nowhere else: a process without traces does not pay for it. */
export async function openTracer(options: TracerOptions): Promise<Tracer> {
  const { OtlpTracer } = await import('./otlp-tracer.ts');
  return OtlpTracer.open(options);
}
