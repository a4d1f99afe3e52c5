import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { requireLoopbackHost, requireOrigin } from './allowed.ts';
import { Calls, type CallsOptions } from './calls.ts';
import { AgentError } from './errors.ts';
import { evictIdle } from './evict-idle.ts';

export interface AgentOptions extends CallsOptions {
  readonly origins: readonly string[];
  readonly certificate: { readonly cert: string; readonly key: string };
  readonly port: number;
}

export interface Agent {
  readonly port: number;
  close(): Promise<void>;
}

const CONNECTIONS_AT_MOST = 32;
const LIMITS = {
  maxHeaderSize: 8192,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  handshakeTimeout: 10_000,
} as const;
const ROUTE = /^\/reader\/(agent|pairings|captures)(?:\/([\w-]{32}))?$/;

export async function startAgent(options: AgentOptions): Promise<Agent> {
  const calls = new Calls(options);
  const ending = new AbortController();
  const server = createServer({ ...options.certificate, ...LIMITS, minVersion: 'TLSv1.2' }, (request, response) => {
    void serve(request, response, { calls, origins: options.origins, ending: ending.signal });
  });
  evictIdle(server, CONNECTIONS_AT_MOST);
  server.on('tlsClientError', () => undefined);
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      ending.abort();
      options.pairings.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Serving = Pick<AgentOptions, 'origins'> & { readonly calls: Calls; readonly ending: AbortSignal };

async function serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  try {
    requireLoopbackHost(request);
    if (request.url === '/' && request.method === 'GET')
      return void response.writeHead(200, FRONT_PAGE_HEADERS).end(FRONT_PAGE);
    const origin = requireOrigin(request, serving.origins);
    allowOrigin(request, response, origin);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (hasBody(request)) throw new AgentError('body_not_allowed');
    send(response, 200, await perform(request, response, origin, serving));
  } catch (error) {
    const refused = error instanceof AgentError ? error : new AgentError('internal_error');
    if (refused.code === 'body_not_allowed') response.setHeader('Connection', 'close');
    send(response, refused.status, refused.body);
  }
}

async function perform(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  { calls, ending }: Serving,
): Promise<object> {
  const [path = ''] = (request.url ?? '').split('?');
  const [, name, id = ''] = ROUTE.exec(path) ?? [];
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const call = { request, origin, id, signal: AbortSignal.any([gone.signal, ending]) };
  // biome-ignore format: one row a line
  switch (`${request.method} ${name}${id && '/id'}`) {
    case 'GET agent': return calls.agent(call);
    case 'POST pairings': return calls.beginPairing(call);
    case 'GET pairings/id': return calls.pairing(call);
    case 'POST captures': return calls.capture(call);
    default: throw new AgentError(name === undefined ? 'not_found' : 'method_not_allowed');
  }
}

/** Includes Chrome's private network preflight. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization');
  response.setHeader('Access-Control-Max-Age', '600');
  if (headers['access-control-request-private-network'] === 'true')
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const FRONT_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Authly reader</title>
<h1>The reader is ready</h1>
<p>The Authly reader agent runs on this machine, and your browser trusts it. Close this tab and go back to the page you came from.</p>
</html>
`;

const FRONT_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
