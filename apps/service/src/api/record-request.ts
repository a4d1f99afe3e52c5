import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Span, Tracer } from '../observability/tracer.ts';
import type { ApiCall } from './call.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who called, where an endpoint found out. */
    who: ApiCall['who'] | undefined;
    /** Of the error that was answered. */
    errorCode: string | undefined;
    /** Where there are traces. */
    span: Span | undefined;
  }
}

/** What is counted and logged for an answer that nobody waited for. */
const CLIENT_DISCONNECTED = 499;
/** Any other method is a stranger's choice, and would be a label of its own. */
const LABELED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** The pattern, never the path as it came. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unmatched';

const methodLabel = ({ method }: FastifyRequest): string => (LABELED_METHODS.has(method) ? method : 'other');

/** One log line, one observation and the end of one span for each request, also for a client that left without its answer. */
export function recordRequest(
  request: FastifyRequest,
  { raw: response }: FastifyReply,
  log: Logger,
  metrics: Metrics,
): void {
  const began = performance.now();
  metrics.requestBegan();
  response.on('close', () => {
    const ms = performance.now() - began;
    const { id, method, ip, errorCode: code, span, who } = request;
    const route = routeOf(request);
    const status = response.writableFinished ? response.statusCode : CLIENT_DISCONNECTED;
    metrics.requestEnded({ route, method: methodLabel(request), status, seconds: ms / 1000, code });
    log.info(
      {
        request_id: id,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        code,
        merchant_id: who?.merchantId,
        client_id: who?.clientId,
        session_id: who?.sessionId,
        client_address: ip,
        trace_id: span?.traceId,
      },
      'request',
    );
    span?.note({ 'http.response.status_code': status, 'authly.merchant_id': who?.merchantId });
    span?.end(status >= 500 ? (code ?? String(status)) : undefined);
  });
}

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
