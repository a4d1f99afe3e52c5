import { Readable } from 'node:stream';
import { OPERATIONS, type OperationName } from '@authly/contract/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from './address-group.ts';
import { refusalOf } from './answer-error.ts';
import { ApiError } from './api-error.ts';
import type { App } from './app.ts';
import type { Answer, Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import type { Page } from './pages.ts';
import { RequestBody } from './request-body.ts';
import type { Shares } from './shares.ts';

/** What all endpoints of a server share. */
export interface Shared {
  readonly app: App;
  /** Each answer while it is being made, also for a client that has disconnected. */
  readonly inFlight: Set<Promise<unknown>>;
  /** Of bodies in flight, by address. */
  readonly memory: Shares;
}

export function addEndpoint(fastify: FastifyInstance, endpoint: Endpoint, { app, inFlight, memory }: Shared): void {
  const { method, path, maxBodyBytes } = OPERATIONS[endpoint.operation];
  fastify.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: maxBodyBytes,
    handler(request, reply) {
      const call = callOf(request, reply, endpoint.operation, memory);
      const answered = handle(endpoint, app, call, request, reply).finally(() => {
        call.body.release();
        inFlight.delete(answered);
      });
      inFlight.add(answered);
      return answered;
    },
  });
}

async function handle(
  endpoint: Endpoint,
  app: App,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  request.who = call.who;
  const answer = await afterSize(endpoint, call, app).catch((error: unknown) => {
    // The shortest way out for what is refused most; all else is the error handler's.
    if (error instanceof ApiError) return refusalOf(request, reply, error);
    throw error;
  });
  if (typeof answer === 'string') return answer;
  if (answer.headers) reply.headers(answer.headers);
  if (isStream(answer.body))
    return reply.code(answer.status).header('Content-Type', 'text/event-stream').send(Readable.from(answer.body));
  reply.code(answer.status).header('Content-Type', 'application/json; charset=utf-8');
  // Not the reply itself: fastify would then wait for its end.
  return JSON.stringify(answer.body);
}

/** A body's size is refused before its token, also where no header tells it: then its bytes are counted, and none is kept. */
async function afterSize(endpoint: Endpoint, call: Call, app: App): Promise<Answer> {
  const { method, body } = OPERATIONS[endpoint.operation];
  // Nobody reads the body of a GET.
  if (method === 'GET') return endpoint.handle(call, app);
  if (body === undefined) await call.body.measure();
  try {
    return await endpoint.handle(call, app);
  } catch (error) {
    await call.body.measure();
    throw error;
  }
}

const isStream = (body: Answer['body']): body is AsyncIterable<string> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

export function addPage(fastify: FastifyInstance, { path, type, headers, content }: Page): void {
  fastify.get(path, (request, reply) => {
    const { body, gzipped } = content();
    reply.headers(headers).type(type);
    if (gzipped === undefined) return reply.send(body);
    reply.header('Vary', 'Accept-Encoding');
    return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('Content-Encoding', 'gzip').send(gzipped)
      : reply.send(body);
  });
}

function callOf(request: FastifyRequest, reply: FastifyReply, operation: OperationName, memory: Shares): Call {
  const url = request.raw.url ?? '';
  const question = url.indexOf('?');
  return {
    operation,
    requestId: request.id,
    headers: request.headers,
    contentType: request.contentType,
    rawQuery: question < 0 ? '' : url.slice(question + 1),
    params: request.params as Record<string, string>,
    body: new RequestBody(request.raw, {
      maxBytes: OPERATIONS[operation].maxBodyBytes,
      memory,
      holder: addressGroup(request.ip),
    }),
    address: request.ip,
    disconnected: () => disconnectSignal(reply),
    who: {},
  };
}

function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.closed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
