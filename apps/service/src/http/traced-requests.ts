import type { FastifyInstance } from 'fastify';
import type { Tracer } from '../observability/tracer.ts';
import { methodLabel, routeOf } from './record-request.ts';

export interface RequestTracing {
  readonly tracer: Tracer;
  /** Whose `traceparent` is continued. A stranger's is ignored: it would choose which traces are kept. */
  readonly continues: (address: string | undefined) => boolean;
}

/** One span for each request. It ends where the request's log line is written. */
export function traceRequests(fastify: FastifyInstance, { tracer, continues }: RequestTracing): void {
  fastify.addHook('onRequest', (request, _reply, next) => {
    const { traceparent } = request.raw.headers;
    const method = methodLabel(request);
    const route = routeOf(request);
    request.span = tracer.begin({
      name: `${method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': method, 'http.route': route, 'authly.request_id': request.id },
      traceparent: typeof traceparent === 'string' && continues(request.socket.remoteAddress) ? traceparent : undefined,
    });
    tracer.within(request.span, next);
  });
}
