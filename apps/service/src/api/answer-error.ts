import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@authly/contract/errors';
import { matchPath } from '@authly/contract/operation-path';
import { OPERATIONS } from '@authly/contract/operations';
import { DOCS_PATHS } from '@authly/contract/page-addresses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SigningUnavailableError } from '../keys/key-signer.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { StoreUnavailableError } from '../storage/store.ts';
import { ApiError, errorBody } from '../http/api-error.ts';
import type { Endpoint } from './call.ts';
import { notFoundPage, sendPage, wantsPage } from './pages/pages-for-browsers.ts';
import { endSlowly } from '../http/limits/unread-body.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Every error leaves in the contract's error body: never a framework's own answer. What is our own fault is logged. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
  metrics: Metrics,
): FastifyReply {
  const answer = translate(error);
  if (error instanceof StoreUnavailableError) metrics.storeErrors.inc({ reason: error.reason });
  if (answer.status >= 500 && answer !== error)
    log.error({ request_id: request.id, session_id: request.who?.sessionId, err: error }, 'request failed');
  return send(request, reply, answer);
}

/** 405 with Allow where the path exists under another method, else 404 `not_found`; that to a browser as a page. */
export function answerUnmatched(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoints: readonly Endpoint[],
): FastifyReply {
  const path = (request.raw.url ?? '').split('?', 1)[0]!;
  const allowed = endpoints
    .filter(({ operation }) => matchPath(operation, path) !== undefined)
    .map(({ operation }) => OPERATIONS[operation].method)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const answer =
    allowed.length > 0
      ? new ApiError('method_not_allowed', undefined, { Allow: [...new Set(allowed)].join(', ') })
      : new ApiError('not_found');
  request.errorCode = answer.code;
  return answer.code === 'not_found' && wantsPage(request)
    ? sendPage(reply.code(answer.status), notFoundPage())
    : send(request, reply, answer);
}

/** Where the docs explain a code. */
const help = (code: ErrorCode): string => `<${DOCS_PATHS.errors}#${code}>; rel="help"`;

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, message, headers }: ApiError,
): FastifyReply {
  request.errorCode = code;
  return reply
    .code(status)
    .headers({ 'X-Request-Id': request.id, 'Cache-Control': 'no-store', Link: help(code), ...headers })
    .type(JSON_TYPE)
    .send(errorBody(code, message, request.id));
}

function translate(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailableError || error instanceof SigningUnavailableError)
    return new ApiError('unavailable', undefined, { 'Retry-After': '1' });
  const { statusCode } = error as { statusCode?: number };
  // What fastify refuses by itself, such as a bad URL, is the request's fault.
  if (statusCode !== undefined && statusCode < 500) return new ApiError('invalid_request');
  return new ApiError('internal_error');
}

/** What is not HTTP, or came too slowly, never reaches a route: one answer by hand, and the connection ends. */
export function cutOffClient(error: Error & { code?: string }, socket: Socket, extraHeaders = ''): void {
  // Without a finished TLS handshake there is nobody to tell, and an answer would wait for one for ever.
  // Nor is there an answer to one that has said nothing: a browser keeps spare connections, and would take it for the answer to
  // the request that it is just about to send. A connection that only ends it tries again.
  if (!/^(?:HPE_|ERR_HTTP_)/.test(error.code ?? '') || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = errorBody('invalid_request', ERRORS.invalid_request.message, requestId);
  const answer = `HTTP/1.1 400 Bad Request\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n${extraHeaders}Connection: close\r\n\r\n${body}`;
  endSlowly(socket, answer);
}
