import type { ServerResponse } from 'node:http';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Span } from '../tracing/tracer.ts';
import type { Call } from './call.ts';

/** What is known of a request for its line in the log, its figures and its span. */
export interface Recorded {
  readonly id: string;
  readonly method: string;
  readonly routeOptions: { readonly url?: string | undefined };
  who?: Call['who'];
  errorCode?: string | undefined;
  /** Where there are traces. */
  span?: Span | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    errorCode?: string | undefined;
    span?: Span | undefined;
  }
}

/** What is counted and logged for an answer that nobody waited for. */
const CLIENT_DISCONNECTED = 499;
/** Any other method is a stranger's choice, and would be a label of its own. */
const LABELED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** The pattern, never the path as it came. */
export const routeOf = ({ routeOptions }: Recorded): string => routeOptions.url ?? 'unmatched';

export const methodLabel = ({ method }: Recorded): string => (LABELED_METHODS.has(method) ? method : 'other');

/** One small line a request, once it is over: the route's pattern, never the URL as it came. Also for a client that left without its answer. */
export function recordRequest(request: Recorded, response: ServerResponse, log: Logger, metrics: Metrics): void {
  const began = performance.now();
  metrics.requestBegan();
  response.on('close', () => {
    const ms = performance.now() - began;
    const route = routeOf(request);
    const { errorCode: code, span } = request;
    const status = response.writableFinished ? response.statusCode : CLIENT_DISCONNECTED;
    metrics.requestEnded({ route, method: methodLabel(request), status, seconds: ms / 1000, code });
    log.info(
      {
        request_id: request.id,
        method: request.method,
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
