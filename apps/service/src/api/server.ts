import { randomUUID } from 'node:crypto';
import type { Server } from 'node:https';
import { LIMITS } from '@authly/contract/wire/limits';
import type { OperationName } from '@authly/contract/operation-table';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerError, answerUnmatched, cutOffClient } from './answer-error.ts';
import { addEndpoint } from './api-routes.ts';
import type { App } from './app.ts';
import type { Certificate } from '../http/certificate.ts';
import type { OpenConnections } from '../http/open-connections.ts';
import type { Handle } from './call.ts';
import { EventStreams } from './event-streams.ts';
import { ENDPOINTS } from './routes.ts';
import { addHooks, HSTS } from './hooks.ts';
import type { RecordOptions } from './record-request.ts';
import type { Capacity } from '../http/limits/capacity.ts';
import { routedUrl } from '../http/limits/path-escapes.ts';
import { limitConnections, type CutOff } from '../http/limits/connections.ts';
import { LoadGate } from '../http/limits/load-gate.ts';
import { Shares } from '../runtime/shares.ts';
import { API_TIMEOUTS, nodeTimeouts, type Timeouts } from '../http/limits/timeouts.ts';
import { addDocumentation } from './pages/documentation.ts';
import { addLogos } from './pages/logos.ts';
import { addPage, type Page } from '../http/pages/page.ts';
import { redirectPlainHttp } from '../http/redirect-server.ts';
import { addRoot } from './pages/pages-for-browsers.ts';
import type { Tracer } from '../observability/tracer.ts';

export interface ServerOptions extends RecordOptions {
  readonly app: App;
  readonly pages: readonly Page[];
  readonly certificate: Certificate;
  readonly trustedProxies: readonly string[];
  readonly capacity: Capacity;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Load shedding starts at this delay. */
  readonly maxLoopDelayMs?: number | undefined;
  readonly tracer?: Tracer | undefined;
  readonly addTryIt?: ((fastify: FastifyInstance) => void) | undefined;
}

/** Longer than any path, so that an overlong session id is 404 `session_not_found`, not a missing route. */
const MAX_PARAM_CHARS = 65_536;

export interface ApiServer {
  readonly fastify: FastifyInstance;
  readonly connections: OpenConnections;
  /** New requests get 503. Resolves when those in flight have finished. */
  drain(): Promise<void>;
}

export function createServer(options: ServerOptions): ApiServer {
  const { app, metrics, capacity, trustedProxies } = options;
  const timeouts = { ...API_TIMEOUTS, ...options.timeouts };
  const fastify = createFastify(options, timeouts);
  const onCutOff = (why: CutOff): void => metrics.cutOff.inc({ why });
  options.certificate.onRenewed((renewed) => (fastify.server as unknown as Server).setSecureContext(renewed));
  const connections = limitConnections(fastify.server, { ...capacity, ...timeouts, trustedProxies }, onCutOff);
  metrics.capacity('connections', () => ({ used: connections.size, limit: capacity.connections }));
  redirectPlainHttp(fastify.server, connections, app.baseUrl);
  const gate = new LoadGate(options.maxLoopDelayMs);
  fastify.addHook('onClose', async () => gate.stop());
  let isDraining = false;
  addHooks(fastify, { ...options, gate, isDraining: () => isDraining });

  const inFlight = new Set<Promise<unknown>>();
  const streams = new EventStreams();
  const memory = new Shares(capacity.bodyBytes, metrics.refusals('bodies', capacity.bodyBytes));
  metrics.capacity('body_bytes', () => ({ used: memory.total, limit: capacity.bodyBytes.all }));
  for (const endpoint of Object.entries(ENDPOINTS) as [OperationName, Handle][])
    addEndpoint(fastify, endpoint, { app, inFlight, streams, memory });
  for (const page of options.pages) addPage(fastify, page);
  addDocumentation(fastify, app.baseUrl, options.addTryIt !== undefined);
  addLogos(fastify, app);
  addRoot(fastify);
  options.addTryIt?.(fastify);
  fastify.setNotFoundHandler(answerUnmatched);

  return {
    fastify,
    connections,
    async drain() {
      isDraining = true;
      app.hub.drain();
      await streams.written();
      await fastify.close();
      // A capture continues after its client has disconnected, and may add work after the response.
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
  };
}

function createFastify(options: ServerOptions, timeouts: Timeouts): FastifyInstance {
  const { app, log, metrics, trustedProxies } = options;
  const { tls } = options.certificate;
  const isProduction = app.environment === 'production';
  // Node's response to a missing Host has no body and no request id, so a hook sends it.
  const node = { ...nodeTimeouts(timeouts), requireHostHeader: false };
  const fastify = Fastify({
    ...(tls ? { https: { ...node, ...tls, minVersion: 'TLSv1.2' as const } } : { http: node }),
    keepAliveTimeout: timeouts.keepAliveMs,
    requestTimeout: timeouts.requestMs,
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: LIMITS.jsonBodyBytes,
    rewriteUrl: ({ url = '' }) => routedUrl(url),
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) =>
      cutOffClient(error, socket, isProduction ? `Strict-Transport-Security: ${HSTS}\r\n` : ''),
  }) as unknown as FastifyInstance;
  // Unknown expectations may be ignored. Node would respond 417.
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
  // A client that waits for 100 is asked for its body when a step reads it.
  fastify.server.on('checkContinue', (request, response) => {
    request.once('resume', () => response.headersSent || response.writeContinue());
    fastify.server.emit('request', request, response);
  });
  fastify.setErrorHandler((error, request, reply) => answerError(error, request, reply, log, metrics));
  return fastify;
}
