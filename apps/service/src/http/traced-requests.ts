import type { FastifyInstance } from 'fastify';
import type { Tracer } from '../tracing/tracer.ts';
import { methodLabel, routeOf } from './record-request.ts';

export interface RequestTracing {
  readonly tracer: Tracer;
  /** Whose `traceparent` is continued. A stranger's is not looked at: it would choose which traces are kept, and what they are taken for. */
  readonly continues: (address: string | undefined) => boolean;
}

/** One span a request, which everything that is done for it lies below. It ends where the request's line in the log is written. */
export function traceRequests(fastify: FastifyInstance, { tracer, continues }: RequestTracing): void {
  fastify.addHook('onRequest', (request, _reply, next) => {
    const { traceparent } = request.headers;
    const method = methodLabel(request);
    const route = routeOf(request);
    const span = tracer.begin({
      name: `${method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': method, 'http.route': route, 'authly.request_id': request.id },
      traceparent:
        typeof traceparent === 'string' && continues(request.raw.socket.remoteAddress) ? traceparent : undefined,
    });
    request.span = span;
    tracer.within(span, next);
  });
}
