import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Span, Tracer } from '../tracing/tracer.ts';
import { methodLabel, routeOf, type Recorded } from './record-request.ts';

export interface RequestTracing {
  readonly tracer: Tracer;
  /** Whose `traceparent` is continued. A stranger's is not looked at: it would choose which traces are kept, and what they are taken for. */
  readonly continues: (address: string | undefined) => boolean;
}

/** One span a request, which everything that is done for it lies below. It ends where the request's line in the log is written. */
export function beginSpan({ tracer, continues }: RequestTracing, request: Recorded, message: IncomingMessage): Span {
  const { traceparent } = message.headers;
  const method = methodLabel(request);
  const route = routeOf(request);
  const span = tracer.begin({
    name: `${method} ${route}`,
    kind: 'server',
    facts: { 'http.request.method': method, 'http.route': route, 'authly.request_id': request.id },
    traceparent: typeof traceparent === 'string' && continues(message.socket.remoteAddress) ? traceparent : undefined,
  });
  request.span = span;
  return span;
}

export function traceRequests(fastify: FastifyInstance, tracing: RequestTracing): void {
  fastify.addHook('onRequest', (request, _reply, next) => {
    tracing.tracer.within(beginSpan(tracing, request, request.raw), next);
  });
}
