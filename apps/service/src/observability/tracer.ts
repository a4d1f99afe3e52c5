import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { inTime } from '../runtime/in-time.ts';
import { spanQueue } from './span-queue.ts';
import type { TracingSettings } from '../config/tracing-settings.ts';

/** Fixed words, ids of merchants and requests, and numbers. Never data of a body, a URL or a header. */
type SpanFacts = Readonly<Record<string, string | number | undefined>>;

interface SpanStart {
  /** From a fixed set, such as route patterns. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts: SpanFacts;
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
export class Tracer {
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
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
      spanProcessors: [spanQueue(settings, onLost)],
    });
    this.#closeMs = closeMs;
    this.#tracer = this.#provider.getTracer('authly', version);
  }

  /** A child of the current span, or a new trace: callers must not choose which traces are kept. */
  begin({ name, kind, facts }: SpanStart): Span {
    const active = this.#active.getStore();
    const context = active === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, active.span);
    return new Span(this.#tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...facts } }, context));
  }

  /** Spans begun in this work, even after an await, are children of the span. */
  within<T>(span: Span, work: () => T): T {
    return this.#active.run(span, work);
  }

  /** Records only the class name of an error: a message may contain anything. */
  async spanned<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    const span = this.begin(start);
    try {
      const done = await this.within(span, () => work(span));
      span.end();
      return done;
    } catch (error) {
      span.end(error instanceof Error ? error.name : 'Error');
      throw error;
    }
  }

  isWithin(): boolean {
    return this.#active.getStore() !== undefined;
  }

  async close(): Promise<void> {
    await inTime(this.#provider.shutdown(), this.#closeMs, new Error('the collector hangs')).catch(() => {});
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
