/** Fixed words, ids of merchants and requests, and numbers. Never data of a body, a URL or a header. */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;

export interface SpanStart {
  /** From a fixed set, such as route patterns. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts: SpanFacts;
  /** The `traceparent` to continue. Absent: a child of the current span, or a new trace. */
  readonly traceparent?: string | undefined;
}

export interface Span {
  readonly traceId: string;
  readonly traceparent: string;
  note(facts: SpanFacts): void;
  end(failure?: string): void;
}

export interface Tracer {
  begin(start: SpanStart): Span;
  /** Spans begun in this work, even after an await, are children of the span. */
  within<T>(span: Span, work: () => T): T;
  isWithin(): boolean;
  close(): Promise<void>;
}

/** Records only the class name of an error: a message may contain anything. */
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
