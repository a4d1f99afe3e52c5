import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '../adapters/node.ts';

/** A `Request` → `Response` handler on a loopback port; 0 takes a free one. */
export async function listenOnLoopback(
  handler: (request: Request) => Promise<Response>,
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(toNodeHandler(handler));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
