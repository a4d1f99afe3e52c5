import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { OPERATIONS } from '@authly/contract/operations';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { addressGroup } from './address-group.ts';
import { refusalFor } from './answer-error.ts';
import { errorBody } from './api-error.ts';
import type { App } from './app.ts';
import { beforeRequests } from './before-requests.ts';
import type { Answer, Call, Events } from './call.ts';
import { CallTable } from './call-table.ts';
import type { Endpoint } from './endpoint.ts';
import type { Origin } from './origin.ts';
import { recordRequest, type Recorded } from './record-request.ts';
import { redirection } from './redirect-server.ts';
import { refusal } from './refusal.ts';
import { RequestBody } from './request-body.ts';
import type { Shares } from './shares.ts';
import { beginSpan, type RequestTracing } from './traced-requests.ts';
import { endAfter, muchFollows } from './unread-body.ts';

/** What all endpoints of a server share. */
export interface Shared {
  readonly app: App;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly origin: Origin;
  readonly tracing: RequestTracing | undefined;
  /** What every answer carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isDraining: () => boolean;
  /** Each answer while it is being made, also for a client that has disconnected. */
  readonly inFlight: Set<Promise<void>>;
  /** Answers that go on as events. */
  readonly streams: Set<ServerResponse>;
  /** Of bodies in flight, by address. */
  readonly memory: Shares;
}

/** An endpoint with its row in the contract's table, and what its requests are recorded under. */
interface Entry {
  readonly endpoint: Endpoint;
  readonly operation: (typeof OPERATIONS)[keyof typeof OPERATIONS];
  readonly routeOptions: Recorded['routeOptions'];
}

const entryOf = (endpoint: Endpoint): Entry => {
  const operation = OPERATIONS[endpoint.operation];
  return { endpoint, operation, routeOptions: { url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1') } };
};

/** One call on its way through the steps. */
interface Served extends Recorded {
  readonly entry: Entry;
  readonly params: Call['params'];
  readonly who: Call['who'];
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * The calls of the API are answered here, in front of the framework that serves the pages: its hooks, its objects and its way of finding a
 * route took a third of the time of an answer. What is no call of ours goes on to it.
 */
export function serveApi(server: Server, endpoints: readonly Endpoint[], shared: Shared): void {
  const table = new CallTable(endpoints, entryOf);
  beforeRequests(server, (message, response, go) => {
    const found = table.find(message.method!, message.url!);
    if (found === undefined) return go();
    const { entry, params } = found;
    const { routeOptions } = entry;
    serve(
      { id: randomUUID(), method: message.method!, routeOptions, entry, params, who: {}, message, response },
      shared,
    );
  });
}

/** In the order in which they happen. */
function serve(served: Served, shared: Shared): void {
  const { message, response, entry } = served;
  const { app, log, metrics, tracing } = shared;
  const span = tracing && beginSpan(tracing, served, message);
  recordRequest(served, response, log, metrics);
  if (!shared.origin.isHttps(message)) {
    // Behind a proxy that terminates TLS: the client itself came over plain HTTP.
    if (muchFollows(message)) endAfter(response);
    response.writeHead(308, redirection(app.baseUrl, message.url)).end();
    return;
  }
  const refused = refusal(message, entry.operation.maxBodyBytes, shared.isDraining());
  if (refused !== undefined) return sendText(served, shared, refusedBy(served, shared, refused));
  if (span === undefined) handle(served, shared);
  else tracing!.tracer.within(span, () => handle(served, shared));
}

function handle(served: Served, shared: Shared): void {
  const call = callOf(served, shared);
  const answered = answer(served, shared, call).finally(() => {
    call.body.release();
    shared.inFlight.delete(answered);
  });
  shared.inFlight.add(answered);
}

/** Never rejects. */
async function answer(served: Served, shared: Shared, call: Call): Promise<void> {
  let made: Answer | Text;
  try {
    made = await afterSize(served.entry, call, shared.app);
  } catch (error) {
    made = refusedBy(served, shared, error);
  }
  if ('text' in made) sendText(served, shared, made);
  else if (made.events) sendEvents(served, shared, made, made.events);
  else sendText(served, shared, { status: made.status, headers: made.headers, text: JSON.stringify(made.body) });
}

/** A body's size is refused before its token, also where no header tells it: then its bytes are counted, and none is kept. */
async function afterSize({ endpoint, operation }: Entry, call: Call, app: App): Promise<Answer> {
  // Nobody reads the body of a GET.
  if (operation.method === 'GET') return endpoint.handle(call, app);
  if (operation.body === undefined) await call.body.measure();
  try {
    return await endpoint.handle(call, app);
  } catch (error) {
    await call.body.measure();
    throw error;
  }
}

interface Text {
  readonly status: number;
  readonly headers: Answer['headers'];
  readonly text: string;
}

function refusedBy(served: Served, { log, metrics }: Shared, error: unknown): Text {
  const { status, code, message, headers } = refusalFor(error, served.id, log, metrics);
  served.errorCode = code;
  return { status, headers: { 'Cache-Control': 'no-store', ...headers }, text: errorBody(code, message, served.id) };
}

function sendText(served: Served, shared: Shared, { status, headers, text }: Text): void {
  const { response } = served;
  if (response.destroyed) return;
  response
    .writeHead(status, {
      ...commonHeaders(served, shared, headers),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    })
    .end(text);
}

/**
 * Written to the connection itself: a stream between them would cost each of ten thousand open pages more than all the rest. What a reader
 * does not take waits in memory, little as it is, until the reader is cut off as stalled.
 */
function sendEvents(served: Served, shared: Shared, { status, headers }: Answer, events: Events): void {
  const { message, response, method } = served;
  response.writeHead(status, {
    ...commonHeaders(served, shared, headers),
    'Content-Type': 'text/event-stream',
  });
  // Read by now: what a browser says of itself would be held, its token too, for as long as the page is open.
  message.headers = {};
  message.rawHeaders = [];
  const stop = events({ send: (event) => void response.write(event), end: () => void response.end() });
  // Who asks for the head alone has it; who has gone hears nothing.
  const isOver = method === 'HEAD' || response.closed;
  if (!isOver) {
    shared.streams.add(response);
    response.on('close', () => {
      shared.streams.delete(response);
      stop();
    });
    return;
  }
  stop();
  response.end();
}

function commonHeaders(
  { id, message, response }: Served,
  { headers, isDraining }: Shared,
  own: Answer['headers'],
): Record<string, string> {
  const all = { 'X-Request-Id': id, ...headers, ...own };
  const follows = muchFollows(message);
  if (follows) endAfter(response);
  // A connection kept alive would hold up the end of the process.
  return follows || isDraining() ? { ...all, Connection: 'close' } : all;
}

function callOf({ id, entry, message, response, params, who }: Served, { origin, memory }: Shared): Call {
  const { headers, url = '' } = message;
  const question = url.indexOf('?');
  const address = origin.address(message);
  return {
    operation: entry.endpoint.operation,
    requestId: id,
    headers,
    rawQuery: question < 0 ? '' : url.slice(question + 1),
    params,
    body: new RequestBody(message, { maxBytes: entry.operation.maxBodyBytes, memory, holder: addressGroup(address) }),
    address,
    disconnected: () => disconnectSignal(response),
    who,
  };
}

function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}
