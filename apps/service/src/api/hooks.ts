import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withinRequest } from '../observability/request-id.ts';
import { ApiError, unavailable } from '../http/api-error.ts';
import type { App } from './app.ts';
import type { LoadGate } from '../http/limits/load-gate.ts';
import { limitAnswers } from '../http/limits/unread-body.ts';
import { recordRequest, traceRequests, type RecordOptions } from './record-request.ts';
import type { Tracer } from '../observability/tracer.ts';
import { redirection } from '../http/redirect-server.ts';

/** One year, for this host only. */
export const HSTS = 'max-age=31536000';

interface HookOptions extends RecordOptions {
  readonly app: App;
  readonly tracer?: Tracer | undefined;
  readonly gate: LoadGate;
  readonly isDraining: () => boolean;
}

/** Runs before every route, in this order. Endpoints check the token and then read the body. */
export function addHooks(fastify: FastifyInstance, options: HookOptions): void {
  const { app, gate, isDraining } = options;
  const isProduction = app.environment === 'production';
  leaveBodies(fastify);
  // Declared in advance, so that all request objects have the same shape.
  for (const name of ['who', 'errorCode', 'errorField', 'why', 'span'] as const)
    fastify.decorateRequest(name, undefined);
  fastify.addHook('onRequest', (request, _reply, next) => withinRequest(request.id, next));
  // First, so that all work of a request is inside its span.
  if (options.tracer) traceRequests(fastify, options.tracer);
  fastify.addHook('onRequest', (request, reply, next) => {
    recordRequest(request, reply, options);
    // Behind a proxy, the client itself used plain HTTP.
    if (request.protocol !== 'https')
      return void reply.code(308).headers(redirection(app.baseUrl, request.raw.url)).send();
    reply.header('X-Request-Id', request.id);
    if (isProduction) reply.header('Strict-Transport-Security', HSTS);
    // A sandbox may be ahead of real time.
    else reply.header('Date', new Date(app.clock.now()).toUTCString());
    if (isDraining()) return next(unavailable('draining', { Connection: 'close' }));
    if (gate.isClosed) return next(unavailable('shed'));
    next(hostFault(request.raw) ?? sizeFault(request) ?? app.watch.fault());
  });
  limitAnswers(fastify);
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    // A kept-alive connection would delay the end of the process.
    if (isDraining()) reply.header('Connection', 'close');
    done(null, payload);
  });
}

/** Keeps Fastify from reading bodies: an endpoint does it after it has checked the token. */
function leaveBodies(fastify: FastifyInstance): void {
  for (const method of fastify.supportedMethods)
    fastify.addHttpMethod(method, { hasBody: false, overrideExisting: true });
}

function hostFault({ headers, headersDistinct, httpVersion }: IncomingMessage): ApiError | undefined {
  if (headers.host === undefined && httpVersion === '1.1')
    return new ApiError('invalid_request', 'The Host header is missing.');
  // Node uses the first one, a proxy may have used another.
  if ((headersDistinct['host']?.length ?? 0) > 1)
    return new ApiError('invalid_request', 'There is more than one Host header.');
  return undefined;
}

function sizeFault({ raw, routeOptions }: FastifyRequest): ApiError | undefined {
  const announced = Number(raw.headers['content-length'] ?? 0);
  return announced > routeOptions.bodyLimit ? new ApiError('payload_too_large') : undefined;
}
