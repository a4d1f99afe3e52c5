/** What is said of a span: words of fixed lists, ids of merchants and requests, numbers. Never what came in a body, a URL or a header. */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;

export interface SpanStart {
  /** Of a fixed list, such as a route's pattern. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts: SpanFacts;
  /** The `traceparent` of whoever may be continued. Absent: below the span it is begun in, else a trace of its own. */
  readonly traceparent?: string | undefined;
}

/** A stretch of time that is shown to operators. */
export interface Span {
  readonly traceId: string;
  /** For whoever goes on with this trace elsewhere, as W3C Trace Context writes it. */
  readonly traceparent: string;
  note(facts: SpanFacts): void;
  /** With what went wrong, in one word of ours. */
  end(failure?: string): void;
}

/** Rooms know this alone; what stands behind it is loaded only where somebody asked for traces. */
export interface Tracer {
  begin(start: SpanStart): Span;
  /** What is begun by this work, also after its awaits, is below the span. */
  within<T>(span: Span, work: () => T): T;
  isWithin(): boolean;
  /** Sends what waits, for as long as a stop may take. */
  close(): Promise<void>;
}

/** The span around a piece of work. Of an error it says its class, whose name is ours: a message may hold anything. */
export async function spanned<T>(tracer: Tracer, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
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
