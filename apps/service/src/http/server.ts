import { randomUUID } from 'node:crypto';
import type { Server } from 'node:https';
import { LIMITS } from '@authly/contract/limits';
import { OPERATIONS } from '@authly/contract/operations';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { ApiError } from './api-error.ts';
import { answerError, answerUnmatched, cutOffClient } from './answer-error.ts';
import type { App } from './app.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';

export interface ServerOptions {
  readonly app: App;
  readonly endpoints: readonly Endpoint[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Absent: plain HTTP behind a trusted proxy that terminates TLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly trustedProxies: readonly string[];
  readonly timeouts?: Partial<Timeouts>;
}

/** Slow and half-open clients are cut off. */
export interface Timeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  readonly handshakeMs: number;
}
const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 65_000, handshakeMs: 10_000 };

/** Longer than any path a client can send: an overlong session id is 404 `session_not_found`, not a missing route. */
const MAX_PARAM_CHARS = 65_536;

export interface RunningServer {
  readonly fastify: FastifyInstance;
  /** From now on new requests are answered 503; those in flight finish. */
  drain(): void;
  /** Certificates were renewed on disk. */
  renewTls(tls: { cert: string; key: string }): void;
}

export function createServer(options: ServerOptions): RunningServer {
  const { app, endpoints, log, metrics, tls, trustedProxies } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  let draining = false;
  const fastify = Fastify({
    ...(tls && { https: { ...tls, minVersion: 'TLSv1.2' as const, handshakeTimeout: timeouts.handshakeMs } }),
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: LIMITS.jsonBodyBytes,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS, querystringParser: () => ({}) },
    keepAliveTimeout: timeouts.keepAliveMs,
    requestTimeout: timeouts.requestMs,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, log, metrics),
    clientErrorHandler: cutOffClient,
  }) as unknown as FastifyInstance;
  fastify.server.headersTimeout = timeouts.headersMs;
  // How often Node looks for clients that exceeded a timeout; its default is 30 s.
  (fastify.server as unknown as { connectionsCheckingInterval: number }).connectionsCheckingInterval = 1000;

  takeBodiesRaw(fastify);
  fastify.addHook('onRequest', async (request, reply) => {
    metrics.requestBegan();
    reply.header('X-Request-Id', request.id);
    if (draining) throw new ApiError('unavailable', undefined, { 'Retry-After': '1', Connection: 'close' });
  });
  fastify.addHook('onResponse', async (request, reply) => recordRequest(request, reply, log, metrics));
  fastify.setErrorHandler((error, request, reply) => answerError(error, request, reply, log, metrics));
  for (const endpoint of endpoints) addEndpoint(fastify, endpoint, app);
  fastify.setNotFoundHandler((request, reply) => answerUnmatched(request, reply, endpoints));

  return {
    fastify,
    drain() {
      draining = true;
      app.watch.drain();
    },
    renewTls: (renewed) => (fastify.server as unknown as Server).setSecureContext(renewed),
  };
}

/** Every body arrives as bytes, whatever it calls itself: token and scope are checked before anybody parses it. */
function takeBodiesRaw(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function addEndpoint(fastify: FastifyInstance, endpoint: Endpoint, app: App): void {
  const { method, path, body } = OPERATIONS[endpoint.operation];
  fastify.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: body?.type === 'application/x-www-form-urlencoded' ? LIMITS.formBodyBytes : LIMITS.jsonBodyBytes,
    async handler(request, reply) {
      const call = callOf(request, reply);
      request.who = call.who;
      const answer = await endpoint.handle(call, app);
      if (answer.headers) reply.headers(answer.headers);
      return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    who?: Call['who'];
    errorCode?: string;
  }
}

function callOf(request: FastifyRequest, reply: FastifyReply): Call {
  const url = request.raw.url ?? '';
  const question = url.indexOf('?');
  return {
    requestId: request.id,
    headers: request.headers,
    rawQuery: question < 0 ? '' : url.slice(question + 1),
    params: request.params as Record<string, string>,
    body: request.body as Uint8Array | undefined,
    address: request.ip,
    gone: () => goneSignal(reply),
    who: {},
  };
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

/** One small line a request: the route's pattern, never the URL as it came. */
function recordRequest(request: FastifyRequest, reply: FastifyReply, log: Logger, metrics: Metrics): void {
  const route = request.routeOptions.url ?? 'unmatched';
  const { method, errorCode: code } = request;
  const status = reply.statusCode;
  metrics.requestEnded({ route, method, status, seconds: reply.elapsedTime / 1000, code });
  log.info({ request_id: request.id, method, route, status, ms: Math.round(reply.elapsedTime * 10) / 10, code, merchant_id: request.who?.merchantId, client_id: request.who?.clientId }, 'request');
}
