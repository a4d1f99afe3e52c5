import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '../adapters/node.ts';

/** Serves a `Request` → `Response` handler, by default on loopback. Port 0 takes a free one. */
export async function listen(
  handler: (request: Request) => Promise<Response>,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const server = createServer(toNodeHandler(handler));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    baseUrl: `http://${shownHost}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
