import { randomUUID } from 'node:crypto';
import type { Server } from 'node:https';
import { join } from 'node:path';
import { PARAM_HEADER } from '@authly/contract/wire/answer-headers';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.ts';
import type { Certificate } from '../../http/certificate.ts';
import { limitConnections, type CutOff } from '../../http/limits/connections.ts';
import { routedUrl } from '../../http/limits/path-escapes.ts';
import { nodeTimeouts, SMALL_TIMEOUTS } from '../../http/limits/timeouts.ts';
import { limitAnswers } from '../../http/limits/unread-body.ts';
import { builtPages } from '../../http/pages/built-pages.ts';
import { addPage } from '../../http/pages/page.ts';
import type { Logger } from '../../observability/log.ts';
import { ROOT } from '../../runtime/root.ts';
import { errorView } from '../row/operator-errors.ts';
import { addCalls } from './call-routes.ts';
import type { ConsoleContext } from './endpoint.ts';
import { addLogin } from './login.ts';
import { requireHost, requireTls } from './request-checks.ts';
import { Guests } from './guests.ts';
import { ConsoleError, notFound } from './console-error.ts';
import type { Provider } from './provider.ts';
import { addProviderLogin } from './provider-login.ts';

export interface ConsoleServerOptions extends ConsoleContext {
  /** Public address: `https://host[:port]`. */
  readonly url: string;
  readonly log: Logger;
  readonly certificate: Certificate;
  /** Undefined: only one-time links sign in. */
  readonly provider: Provider | undefined;
  readonly trustedProxies: readonly string[];
  readonly onCutOff: (why: CutOff) => void;
}

const CONNECTIONS = { connections: 64, connectionsPerAddress: 32, stalledMs: SMALL_TIMEOUTS.stalledMs };
const MAX_BODY_BYTES = 16_384;
const TIMEOUTS = { ...SMALL_TIMEOUTS, keepAliveMs: 30_000 };

/** Own files only, no HTML from strings, no frames. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};

const PAGE = join(ROOT, 'apps', 'console', 'dist');

/** The operator console on its own port. */
export function createConsoleServer(options: ConsoleServerOptions): FastifyInstance {
  const { url, log, trustedProxies, onCutOff, environment } = options;
  const isStrict = environment === 'production' && url.startsWith('https:');
  const { tls } = options.certificate;
  const node = nodeTimeouts(TIMEOUTS);
  const fastify = Fastify({
    ...(tls ? { https: { ...node, ...tls, minVersion: 'TLSv1.2' as const } } : { http: node }),
    requestTimeout: TIMEOUTS.requestMs,
    keepAliveTimeout: TIMEOUTS.keepAliveMs,
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '' }) => routedUrl(url),
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  options.certificate.onRenewed((renewed) => (fastify.server as unknown as Server).setSecureContext(renewed));
  limitConnections(fastify.server, { ...CONNECTIONS, trustedProxies }, onCutOff);
  fastify.addHook('onRequest', async (request, reply) => {
    record(request, reply, log);
    reply.headers({ ...HEADERS, 'Cache-Control': 'no-store', 'X-Request-Id': request.id });
    if (isStrict) reply.header('Strict-Transport-Security', 'max-age=31536000');
    requireHost(request, url);
    requireTls(request, url);
  });
  limitAnswers(fastify);
  fastify.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
  fastify.setNotFoundHandler((_request, reply) => refuse(reply, notFound()));
  for (const page of builtPages(PAGE, '/', { permissions: HEADERS['Permissions-Policy'] })) {
    if (page.path === '') continue;
    addPage(fastify, { ...page, headers: { ...page.headers, ...HEADERS } });
  }
  addLogin(fastify, options);
  if (options.provider) addProviderLogin(fastify, { ...options, provider: options.provider });
  const guests = new Guests(options);
  fastify.addHook('onClose', () => guests.close());
  addCalls(fastify, { ...options, guests });
  return fastify;
}

/** One line per request with the route's pattern, never the URL as it was sent. */
function record(request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const began = performance.now();
  reply.raw.once('close', () =>
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        ms: Math.round(performance.now() - began),
        client_address: request.ip,
      },
      'console',
    ),
  );
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const refused = refusalOf(error);
  if (refused.status >= 500) log.error({ err: error, request_id: request.id }, 'console request failed');
  return refuse(reply, refused);
}

const refuse = (reply: FastifyReply, { status, code, message, field, retryAfterS }: ConsoleError): FastifyReply =>
  reply
    .headers(retryAfterS === undefined ? {} : { 'Retry-After': retryAfterS, Connection: 'close' })
    .code(status)
    .send({ error: { code, message, ...(field !== undefined && { field }) } });

function refusalOf(error: unknown): ConsoleError {
  if (error instanceof ConsoleError) return error;
  if (error instanceof ApiError)
    return new ConsoleError(error.status, error.code, error.message, error.headers[PARAM_HEADER]);
  const { statusCode = 500, field } = error as { statusCode?: number; field?: string };
  if (statusCode < 500) return new ConsoleError(statusCode, 'invalid_request', 'The request is not valid.');
  const { code, message, status } = errorView(error);
  const said = code === 'internal' ? 'The request failed. The log has the reason.' : sentence(message);
  return new ConsoleError(status, code, said, field);
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
