import { randomUUID } from 'node:crypto';
import type { Server } from 'node:https';
import { LIMITS } from '@authly/contract/limits';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { HEADERS_ARRIVAL_MS, REQUEST_ARRIVAL_MS } from '../lifecycle/drain-time.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { addPage } from './add-page.ts';
import { addLogos } from './logos.ts';
import { addLanding } from './pages-for-browsers.ts';
import { answerError, answerUnmatched, cutOffClient } from './answer-error.ts';
import { addEndpoint } from './api-routes.ts';
import type { App } from './app.ts';
import { boundConnections, type CutOff } from './bounded-connections.ts';
import { boundPort } from './bounded-port.ts';
import type { Capacity } from './capacity.ts';
import { addDocumentation } from './documentation.ts';
import type { DocumentationOptions } from './documentation-pages.ts';
import type { Endpoint } from './endpoint.ts';
import { EventStreams } from './event-streams.ts';
import type { Page } from './page.ts';
import { recordRequest } from './record-request.ts';
import { shedLoad } from './load/shed-load.ts';
import { redirection } from './redirect-server.ts';
import { refusal } from './refusal.ts';
import { Shares } from './shares.ts';
import { traceRequests, type RequestTracing } from './traced-requests.ts';
import { addTryIt } from './try-it/route.ts';
import type { TryIt } from './try-it/try-it.ts';
import { endAfter, muchFollows } from './unread-body.ts';

export interface ServerOptions {
  readonly app: App;
  readonly endpoints: readonly Endpoint[];
  readonly pages: readonly Page[];
  readonly documentation: DocumentationOptions;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Absent: plain HTTP behind a trusted proxy that terminates TLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly trustedProxies: readonly string[];
  readonly capacity: Capacity;
  /** What load is measured by: real time, also where the clock was moved. */
  readonly deadlineClock: Clock;
  readonly timeouts?: Partial<Timeouts>;
  readonly tracing?: RequestTracing | undefined;
  /** In a sandbox alone. */
  readonly tryIt?: TryIt | undefined;
}

/** Slow and half-open clients are cut off. */
export interface Timeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  readonly handshakeMs: number;
  readonly stalledReaderMs: number;
}
const TIMEOUTS: Timeouts = {
  headersMs: HEADERS_ARRIVAL_MS,
  requestMs: REQUEST_ARRIVAL_MS,
  keepAliveMs: 65_000,
  handshakeMs: 10_000,
  stalledReaderMs: LIMITS.stalledReaderMs,
};

/** Browsers that were here once never come over plain HTTP again, for a year. Of this host alone: others beside it are not ours. */
const HSTS = 'max-age=31536000';

/** Longer than any path a client can send: an overlong session id is 404 `session_not_found`, not a missing route. */
const MAX_PARAM_CHARS = 65_536;

export interface ApiServer {
  readonly fastify: FastifyInstance;
  /** From now on new requests are answered 503; resolves when those in flight have finished. */
  drain(): Promise<void>;
  /** Certificates were renewed on disk. */
  renewTls(tls: { cert: string; key: string }): void;
}

export function createServer(options: ServerOptions): ApiServer {
  const { app, endpoints, log, metrics, tls, trustedProxies } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const isProduction = app.environment === 'production';
  let draining = false;
  const inFlight = new Set<Promise<unknown>>();
  const streams = new EventStreams();
  const connections = {
    // Node's own answer to a missing Host has no body and no request id: ours is given below.
    requireHostHeader: false,
    // How often Node looks for clients that exceeded a timeout; its default is 30 s.
    connectionsCheckingInterval: Math.min(1000, timeouts.headersMs),
  };
  const fastify = Fastify({
    ...(tls
      ? { https: { ...connections, ...tls, minVersion: 'TLSv1.2' as const, handshakeTimeout: timeouts.handshakeMs } }
      : { http: connections }),
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: LIMITS.jsonBodyBytes,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    keepAliveTimeout: timeouts.keepAliveMs,
    requestTimeout: timeouts.requestMs,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      record(request, reply);
      if (isProduction) reply.header('Strict-Transport-Security', HSTS);
      void answerError(error, request, reply, log, metrics);
    },
    clientErrorHandler: (error, socket) =>
      cutOffClient(error, socket, isProduction ? `Strict-Transport-Security: ${HSTS}\r\n` : ''),
  }) as unknown as FastifyInstance;
  fastify.server.headersTimeout = timeouts.headersMs;
  const onCutOff = (why: CutOff): void => metrics.connectionCutOff(why);
  boundConnections(fastify.server, options.capacity, trustedProxies, onCutOff);
  // An expectation that nobody knows may be ignored; Node would answer 417 by itself.
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));

  const record = (request: FastifyRequest, reply: FastifyReply): void => recordRequest(request, reply, log, metrics);
  leaveBodies(fastify);
  // Declared, so that every request has the same shape from its beginning.
  for (const name of ['who', 'errorCode', 'span'] as const) fastify.decorateRequest(name, undefined);
  // First, so that everything that is done for a request lies below its span.
  if (options.tracing) traceRequests(fastify, options.tracing);
  fastify.addHook('onRequest', (request, reply, next) => {
    record(request, reply);
    if (request.protocol !== 'https') {
      // Behind a proxy that terminates TLS: the client itself came over plain HTTP.
      void reply.code(308).headers(redirection(app.baseUrl, request.raw.url)).send();
      return;
    }
    reply.header('X-Request-Id', request.id);
    if (isProduction) reply.header('Strict-Transport-Security', HSTS);
    next(refusal(request.raw, request.routeOptions.bodyLimit, draining));
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const follows = muchFollows(request.raw);
    if (follows) endAfter(reply.raw);
    // A connection kept alive would hold up the end of the process.
    if (follows || draining) reply.header('Connection', 'close');
    done(null, payload);
  });
  fastify.setErrorHandler((error, request, reply) => answerError(error, request, reply, log, metrics));
  const { bodyBytes, bodyBytesPerAddress } = options.capacity;
  const memory = new Shares({ inAll: bodyBytes, each: bodyBytesPerAddress });
  const headers = isProduction ? { 'Strict-Transport-Security': HSTS } : {};
  // From the last that a request comes to, to the first.
  shedLoad(fastify.server, {
    clock: options.deadlineClock,
    log,
    metrics,
    store: app.store,
    headers,
  });
  boundPort(fastify.server, onCutOff, timeouts.stalledReaderMs);
  for (const endpoint of endpoints) addEndpoint(fastify, endpoint, { app, inFlight, streams, memory });
  for (const page of options.pages) addPage(fastify, page);
  addDocumentation(fastify, options.documentation);
  addLogos(fastify, app);
  addLanding(fastify, app.environment);
  if (options.tryIt) addTryIt(fastify, options.tryIt);
  fastify.setNotFoundHandler((request, reply) => answerUnmatched(request, reply, endpoints));

  return {
    fastify,
    async drain() {
      draining = true;
      app.watch.drain();
      await streams.written();
      await fastify.close();
      // A capture goes on when its client has disconnected.
      await Promise.allSettled(inFlight);
    },
    renewTls: (renewed) => (fastify.server as unknown as Server).setSecureContext(renewed),
  };
}

/** Fastify reads no body: an endpoint does, after it has checked the token. */
function leaveBodies(fastify: FastifyInstance): void {
  // Fastify would refuse a malformed Content-Type before the token: it is shown one that it takes.
  fastify.addHook('onRequest', (request, _reply, next) => {
    if (request.raw.headers['content-type'] !== undefined) request.headers = { 'content-type': ANY_TYPE };
    next();
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

const ANY_TYPE = 'application/octet-stream';
