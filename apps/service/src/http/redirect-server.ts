import type { IncomingMessage, Server } from 'node:http';
import type { PlainPage, PlainPages } from './plain-pages.ts';
import { createPlainServer } from './plain-server.ts';

export interface RedirectServerOptions {
  readonly baseUrl: string;
  /** A sandbox's alone. */
  readonly pages?: PlainPages | undefined;
  readonly timeoutMs?: number;
}

/** Plain HTTP only redirects, and only to our own host: the request's Host header decides nothing. */
export function createRedirectServer({ baseUrl, pages = {}, timeoutMs = 5000 }: RedirectServerOptions): Server {
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
