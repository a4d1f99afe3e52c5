import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UnavailableCause } from '../http/api-error.ts';
import type { Logger } from '../observability/log.ts';
import type { EndedRequest, Metrics } from '../observability/metrics.ts';
import type { Span, Tracer } from '../observability/tracer.ts';
import type { ApiCall } from './call.ts';

declare module 'fastify' {
  interface FastifyRequest {
    who: ApiCall['who'] | undefined;
    errorCode: string | undefined;
    /** The name of the refused field. */
    errorField: string | undefined;
    why: UnavailableCause | undefined;
    span: Span | undefined;
  }
}

/** The status in log and metrics if the client left before its response. */
const CLIENT_DISCONNECTED = 499;
/** Other methods share a label, because clients can send any. */
const LABELED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** The route pattern, never the raw path. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unmatched';

const methodLabel = ({ method }: FastifyRequest): string => (LABELED_METHODS.has(method) ? method : 'other');

export interface RecordOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Called at the end of each request. */
  readonly onAnswer: (request: EndedRequest) => void;
}

/** Writes one log line and one observation and ends one span per request, even if the client left. */
export function recordRequest(
  request: FastifyRequest,
  { raw: response }: FastifyReply,
  { log, metrics, onAnswer }: RecordOptions,
): void {
  const began = performance.now();
  metrics.requestBegan();
  response.on('close', () => {
    const ms = performance.now() - began;
    const { id, method, ip, errorCode: code, errorField: field, why, span, who } = request;
    const route = routeOf(request);
    const status = response.writableFinished ? response.statusCode : CLIENT_DISCONNECTED;
    const labels = { route, method: methodLabel(request), status, code, field, why };
    const ended = { id, address: ip, who, ...labels, seconds: ms / 1000 };
    metrics.requestEnded(ended);
    onAnswer(ended);
    log.info(
      {
        request_id: id,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        code,
        why,
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

/** `recordRequest` ends the span. */
export function traceRequests(fastify: FastifyInstance, tracer: Tracer): void {
  fastify.addHook('onRequest', (request, _reply, next) => {
    const method = methodLabel(request);
    const route = routeOf(request);
    request.span = tracer.begin({
      name: `${method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': method, 'http.route': route, 'authly.request_id': request.id },
    });
    tracer.within(request.span, next);
  });
}
