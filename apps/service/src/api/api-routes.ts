import { WARNING_HEADER } from '@authly/contract/wire/answer-headers';
import { OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroups } from '../http/addresses.ts';
import type { App } from './app.ts';
import type { ApiAnswer, ApiCall, Handle } from './call.ts';
import type { EventStreams } from './event-streams.ts';
import { routeOf } from '../http/route.ts';
import { RequestBody, type BodyHolder } from '../http/limits/request-body.ts';
import type { Holders, Shares } from '../runtime/shares.ts';

export interface SharedByEndpoints {
  readonly app: App;
  /** Responses in progress, including those of disconnected clients, and work after a response. */
  readonly inFlight: Set<Promise<unknown>>;
  readonly streams: EventStreams;
  readonly memory: Shares<BodyHolder>;
}

export function addEndpoint(
  fastify: FastifyInstance,
  [operation, handle]: readonly [OperationName, Handle],
  shared: SharedByEndpoints,
): void {
  const { method, path, maxBodyBytes } = OPERATIONS[operation];
  fastify.route({
    method,
    url: routeOf(path),
    bodyLimit: maxBodyBytes,
    handler(request, reply) {
      const { app, inFlight } = shared;
      const call = callOf(operation, request, reply, shared);
      request.who = call.who;
      const answered = answerOf(handle, call, app)
        // Errors get warnings too: a misspelled field may be the cause.
        .finally(() => {
          if (call.warnings?.size) reply.header(WARNING_HEADER, [...call.warnings].join('; '));
        })
        .then((answer) => send(answer, reply, shared.streams))
        .finally(() => {
          call.body.release();
          inFlight.delete(answered);
        });
      inFlight.add(answered);
      return answered;
    },
  });
}

/** The size of a body is checked before the token. Without a Content-Length the bytes are counted and dropped. */
async function answerOf(handle: Handle, call: ApiCall, app: App): Promise<ApiAnswer> {
  const { method, body } = OPERATIONS[call.operation];
  if (method === 'GET') return handle(call, app);
  if (body === undefined) await call.body.measure();
  try {
    return await handle(call, app);
  } catch (error) {
    await call.body.measure();
    throw error;
  }
}

/** Returns undefined for an event stream. */
function send({ status, headers, body, events }: ApiAnswer, reply: FastifyReply, streams: EventStreams): unknown {
  reply.code(status).headers({ 'Cache-Control': 'no-store', ...headers });
  if (events) return streams.begin(reply, events);
  reply.type('application/json; charset=utf-8');
  return JSON.stringify(body);
}

function callOf(
  operation: OperationName,
  request: FastifyRequest,
  reply: FastifyReply,
  { app, memory, inFlight }: SharedByEndpoints,
): ApiCall {
  const { id, raw, ip, params } = request;
  const url = raw.url ?? '';
  const question = url.indexOf('?');
  const from = addressGroups(ip);
  const who: ApiCall['who'] = {};
  const holders = (): Holders<BodyHolder> => {
    const { merchantId: merchant, clientId, sessionId = '' } = who;
    return merchant === undefined
      ? { unauthenticated: '', ...from }
      : { token: clientId ?? sessionId, merchant, ...from };
  };
  return {
    operation,
    requestId: id,
    headers: raw.headers,
    rawQuery: question < 0 ? '' : url.slice(question + 1),
    params: params as Record<string, string>,
    body: new RequestBody(raw, { maxBytes: OPERATIONS[operation].maxBodyBytes, memory, holders }),
    from,
    disconnected: () => disconnectSignal(reply),
    afterAnswer: (work) => {
      const done: Promise<void> = closed(reply)
        .then(work)
        .finally(() => inFlight.delete(done));
      inFlight.add(done);
    },
    warnings: app.environment === 'test' ? new Set() : undefined,
    who,
  };
}

function closed({ raw }: FastifyReply): Promise<void> {
  return new Promise((resolve) => void (raw.closed ? resolve() : raw.once('close', resolve)));
}

function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.closed) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
