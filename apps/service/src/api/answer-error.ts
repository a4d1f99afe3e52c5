import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@authly/contract/errors';
import { PARAM_HEADER } from '@authly/contract/wire/answer-headers';
import { matchPath } from '@authly/contract/wire/operation-path';
import { OPERATION_NAMES, OPERATIONS } from '@authly/contract/operation-table';
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SigningUnavailableError } from '../keys/key-signer.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';
import { ApiError, errorBody, unavailable } from '../http/api-error.ts';
import { notFoundPage, sendPage, wantsPage } from './pages/pages-for-browsers.ts';
import { BROKEN_PATH } from '../http/limits/path-escapes.ts';
import { endSlowly } from '../http/limits/unread-body.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
  metrics: Metrics,
): FastifyReply {
  const answer = translate(error);
  if (error instanceof StoreUnavailableError) metrics.storeFailed(error);
  if (answer.status >= 500 && answer !== error)
    log.error({ request_id: request.id, session_id: request.who?.sessionId, err: error }, 'request failed');
  return send(request, reply, answer);
}

/** 400 if the path has a broken escape, 405 with Allow if it exists for another method, else 404 `not_found`, for browsers as a page. */
export function answerUnmatched(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.raw.url === BROKEN_PATH) throw new ApiError('invalid_request', 'The path has a broken percent escape.');
  const path = (request.raw.url ?? '').split('?', 1)[0]!;
  const allowed = OPERATION_NAMES.filter((name) => matchPath(name, path) !== undefined)
    .map((name) => OPERATIONS[name].method)
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

const help = (code: ErrorCode): string => `<${DOCS_PATHS.errors}#${code}>; rel="help"`;

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, message, headers, why }: ApiError,
): FastifyReply {
  request.errorCode = code;
  request.errorField = headers[PARAM_HEADER];
  request.why = why;
  return reply
    .code(status)
    .headers({ 'X-Request-Id': request.id, 'Cache-Control': 'no-store', Link: help(code), ...headers })
    .type(JSON_TYPE)
    .send(errorBody(code, message, request.id));
}

function translate(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailableError) return unavailable(error.reason === 'clock' ? 'clock' : 'database');
  if (error instanceof SigningUnavailableError) return unavailable('signing');
  return new ApiError('internal_error');
}

/** Answers input that is not HTTP or too slow, which reaches no route, and closes the connection. */
export function cutOffClient(error: Error & { code?: string }, socket: Socket, extraHeaders = ''): void {
  // A client without a finished TLS handshake cannot read a response. A connection without any data gets none either: a browser would take it
  // for the response to its next request. If the connection only closes, the browser retries.
  if (!/^(?:HPE_|ERR_HTTP_)/.test(error.code ?? '') || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = errorBody('invalid_request', ERRORS.invalid_request.message, requestId);
  const answer = `HTTP/1.1 400 Bad Request\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n${extraHeaders}Connection: close\r\n\r\n${body}`;
  endSlowly(socket, answer);
}
