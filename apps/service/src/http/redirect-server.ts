import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import type { Capacity } from './limits/capacity.ts';
import { limitConnections, type CutOff } from './limits/connections.ts';
import { endSlowly } from './limits/unread-body.ts';
import type { OpenConnections } from './open-connections.ts';
import { nodeTimeouts, SMALL_TIMEOUTS, type Timeouts } from './limits/timeouts.ts';

interface PlainPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Pages that the redirect port of a sandbox serves itself, by path. */
export type PlainPages = Readonly<Record<string, (headers: IncomingHttpHeaders) => PlainPage>>;

export interface RedirectServerOptions {
  readonly baseUrl: string;
  readonly pages?: PlainPages | undefined;
  readonly capacity: Pick<Capacity, 'redirectConnections'>;
  readonly trustedProxies?: readonly string[];
  readonly onCutOff?: (why: CutOff) => void;
  readonly timeouts?: Partial<Timeouts>;
}

/** Redirects only to our own host, whatever the Host header says. */
export function createRedirectServer(options: RedirectServerOptions): Server {
  const { baseUrl, pages = {}, trustedProxies = [], onCutOff = () => {} } = options;
  const timeouts = { ...SMALL_TIMEOUTS, ...options.timeouts };
  const server = createServer({ ...nodeTimeouts(timeouts), requireHostHeader: false }, (request, response) => {
    const page = pageFor(request, pages);
    if (page) {
      const length = { 'Content-Length': Buffer.byteLength(page.body), Connection: 'close' };
      response.writeHead(200, { ...page.headers, ...length }).end(page.body);
    } else response.writeHead(308, redirection(baseUrl, request.url)).end();
  });
  const { redirectConnections: connections } = options.capacity;
  limitConnections(
    server,
    { connections, connectionsPerAddress: Math.ceil(connections / 4), stalledMs: timeouts.stalledMs, trustedProxies },
    onCutOff,
  );
  return server;
}

/** Answers plain HTTP on the HTTPS port: the handshake fails, and the path is unknown, but the TCP connection can still answer. */
export function redirectPlainHttp(server: NetServer, connections: OpenConnections, baseUrl: string): void {
  const headers = Object.entries(redirection(baseUrl, '/')).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = `HTTP/1.1 307 Temporary Redirect\r\n${headers.join('')}\r\n`;
  server.on('tlsClientError', ({ code }: { code?: string }, socket: Socket) => {
    const under = code === 'ERR_SSL_HTTP_REQUEST' ? connections.under(socket) : undefined;
    if (under) endSlowly(under, answer);
  });
}

function pageFor({ method, url = '', headers }: IncomingMessage, pages: PlainPages): PlainPage | undefined {
  const path = url.replace(/\?.*/s, '');
  return (method === 'GET' || method === 'HEAD') && Object.hasOwn(pages, path) ? pages[path]!(headers) : undefined;
}

export const redirection = (baseUrl: string, url: string | undefined): Record<string, string> => ({
  Location: baseUrl + (url?.startsWith('/') ? url : '/'),
  'Content-Length': '0',
  Connection: 'close',
});
