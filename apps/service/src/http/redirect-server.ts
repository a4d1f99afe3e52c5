import { createServer, type Server } from 'node:http';

/** Plain HTTP only redirects, and only to our own host: the request's Host header decides nothing. */
export function createRedirectServer(baseUrl: string): Server {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 1000 }, (request, response) => {
    const path = request.url?.startsWith('/') ? request.url : '/';
    response.writeHead(308, { Location: baseUrl + path, 'Content-Length': 0, Connection: 'close' }).end();
    request.resume();
  });
  return server;
}
