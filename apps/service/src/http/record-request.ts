import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Span } from '../tracing/tracer.ts';
import type { Call } from './call.ts';

declare module 'fastify' {
  interface FastifyRequest {
    who?: Call['who'];
    errorCode?: string;
    /** Where there are traces. */
    span?: Span;
    /** As the client sent it. */
    contentType?: string | undefined;
  }
}

/** What is counted and logged for an answer that nobody waited for. */
const CLIENT_DISCONNECTED = 499;
/** Any other method is a stranger's choice, and would be a label of its own. */
const LABELED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** The pattern, never the path as it came. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unmatched';

export const methodLabel = ({ method }: FastifyRequest): string => (LABELED_METHODS.has(method) ? method : 'other');

/** One small line a request, once it is over: the route's pattern, never the URL as it came. Also for a client that left without its answer. */
export function recordRequest(request: FastifyRequest, reply: FastifyReply, log: Logger, metrics: Metrics): void {
  const began = performance.now();
  metrics.requestBegan();
  reply.raw.once('close', () => {
    const ms = performance.now() - began;
    const route = routeOf(request);
    const { method, errorCode: code, span } = request;
    const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_DISCONNECTED;
    metrics.requestEnded({
      route,
      method: methodLabel(request),
      status,
      seconds: ms / 1000,
      code,
    });
    log.info(
      {
        request_id: request.id,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        code,
        merchant_id: request.who?.merchantId,
        client_id: request.who?.clientId,
        trace_id: span?.traceId,
      },
      'request',
    );
    span?.note({ 'http.response.status_code': status, 'authly.merchant_id': request.who?.merchantId });
    span?.end(status >= 500 ? (code ?? String(status)) : undefined);
  });
}
