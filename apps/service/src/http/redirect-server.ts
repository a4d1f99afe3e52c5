import { createServer, type Server } from 'node:http';

/** Plain HTTP only redirects, and only to our own host: the request's Host header decides nothing. */
export function createRedirectServer(baseUrl: string, timeoutMs = 5000): Server {
  const connections = {
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(1000, timeoutMs),
    requireHostHeader: false,
  };
  const server = createServer(connections, (request, response) => {
    response.writeHead(308, redirection(baseUrl, request.url)).end();
    request.resume();
  });
  return server;
}

/** The headers of a 308 to the same path on our own host. */
export const redirection = (baseUrl: string, url: string | undefined): Record<string, string> => ({
  Location: baseUrl + (url?.startsWith('/') ? url : '/'),
  'Content-Length': '0',
  Connection: 'close',
});
