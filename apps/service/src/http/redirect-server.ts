import type { IncomingMessage, Server } from 'node:http';
import { boundConnections, type CutOff } from './bounded-connections.ts';
import { boundSidePort } from './bounded-port.ts';
import type { Capacity } from './capacity.ts';
import type { PlainPage, PlainPages } from './plain-pages.ts';
import { createPlainServer } from './plain-server.ts';

export interface RedirectServerOptions {
  readonly baseUrl: string;
  /** A sandbox's alone. */
  readonly pages?: PlainPages | undefined;
  readonly capacity: Pick<Capacity, 'redirectConnections' | 'filesForCallers'>;
  readonly trustedProxies?: readonly string[];
  readonly onCutOff?: (why: CutOff) => void;
  readonly timeoutMs?: number;
}

/** Plain HTTP only redirects, and only to our own host: the request's Host header decides nothing. */
export function createRedirectServer(options: RedirectServerOptions): Server {
  const { baseUrl, pages = {}, timeoutMs = 5000, trustedProxies = [], onCutOff = () => {} } = options;
  const connections = {
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(1000, timeoutMs),
    requireHostHeader: false,
  };
  const server = createPlainServer(connections, (request, response) => {
    const page = pageFor(request, pages);
    if (page) {
      const length = { 'Content-Length': Buffer.byteLength(page.body), Connection: 'close' };
      response.writeHead(200, { ...page.headers, ...length }).end(page.body);
    } else response.writeHead(308, redirection(baseUrl, request.url)).end();
    request.resume();
  });
  const { redirectConnections, filesForCallers } = options.capacity;
  const share = Math.ceil(redirectConnections / 4);
  const limits = { connections: redirectConnections, connectionsPerAddress: share, filesForCallers };
  boundConnections(server, limits, trustedProxies, onCutOff);
  boundSidePort(server, onCutOff);
  return server;
}

function pageFor({ method, url = '', headers }: IncomingMessage, pages: PlainPages): PlainPage | undefined {
  const path = url.replace(/\?.*/s, '');
  return (method === 'GET' || method === 'HEAD') && Object.hasOwn(pages, path) ? pages[path]!(headers) : undefined;
}

/** The headers of a 308 to the same path on our own host. */
export const redirection = (baseUrl: string, url: string | undefined): Record<string, string> => ({
  Location: baseUrl + (url?.startsWith('/') ? url : '/'),
  'Content-Length': '0',
  Connection: 'close',
});
