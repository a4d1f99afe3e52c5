import { AsyncLocalStorage } from 'node:async_hooks';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { inTime } from '../runtime/in-time.ts';
import { samplerOf } from './sampler.ts';
import { spanQueue } from './span-queue.ts';
import type { TracingSettings } from '../config/tracing-settings.ts';

/** Fixed words, ids of merchants and requests, and numbers. Never data of a body, a URL or a header. */
type SpanFacts = Readonly<Record<string, string | number | undefined>>;

export interface SpanStart {
  /** From a fixed set, such as route patterns. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts: SpanFacts;
  /** The `traceparent` to continue. Absent: a child of the current span, or a new trace. */
  readonly traceparent?: string | undefined;
}

interface TracerOptions {
  readonly settings: TracingSettings;
  readonly version: string;
  readonly environment: string;
  readonly onLost: (spans: number, reason: string) => void;
  readonly closeMs?: number;
}

/** A collector that hangs must not prevent the end of the process. */
const CLOSE_MS = 3000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Not global: two services in one process have separate tracers. */
export class OtlpTracer {
  readonly #provider: TracerProvider;
  readonly #tracer: OtelTracer;
  readonly #active = new AsyncLocalStorage<Span>();
  readonly #closeMs: number;

  constructor({ settings, version, environment, onLost, closeMs = CLOSE_MS }: TracerOptions) {
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.version': version,
        'deployment.environment.name': environment,
        ...settings.resource,
        'service.name': settings.serviceName,
      }),
      sampler: samplerOf(settings),
      spanProcessors: [spanQueue(settings, onLost)],
    });
    this.#closeMs = closeMs;
    this.#tracer = this.#provider.getTracer('authly', version);
  }

  begin({ name, kind, facts, traceparent }: SpanStart): Span {
    const options = { kind: KINDS[kind], attributes: { ...facts } };
    return new Span(this.#tracer.startSpan(name, options, this.#parent(traceparent)));
  }

  /** Spans begun in this work, even after an await, are children of the span. */
  within<T>(span: Span, work: () => T): T {
    return this.#active.run(span, work);
  }

  isWithin(): boolean {
    return this.#active.getStore() !== undefined;
  }

  async close(): Promise<void> {
    await inTime(this.#provider.shutdown(), this.#closeMs, new Error('the collector hangs')).catch(() => {});
  }

  #parent(traceparent: string | undefined): Context {
    const remote = parentOf(traceparent);
    if (remote !== undefined) return trace.setSpanContext(ROOT_CONTEXT, remote);
    const active = this.#active.getStore();
    return active === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, active.span);
  }
}

export class Span {
  readonly span: OtelSpan;

  constructor(span: OtelSpan) {
    this.span = span;
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
  }

  note(facts: SpanFacts): void {
    this.span.setAttributes({ ...facts });
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.span.setStatus({ code: SpanStatusCode.ERROR });
      this.span.setAttribute('error.type', failure);
    }
    this.span.end();
  }
}

/** W3C Trace Context, version 00: version, trace, parent, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Undefined if it is invalid: then a new trace begins. */
function parentOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
