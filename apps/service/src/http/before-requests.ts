import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Calls `go` now, later, or not at all. */
export type Step = (request: IncomingMessage, response: ServerResponse, go: () => void) => void;

/**
 * Puts a step before all that this server does with a request so far. The framework's own hooks come after it has made its objects and
 * found a route: what goes no further than here costs next to nothing.
 */
export function beforeRequests(server: Server, step: Step): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    step(request, response, () => {
      for (const handle of handlers) handle.call(server, request, response);
    }),
  );
}
