// A separate process. Its settings arrive as a message, so that no secret is in an argument or the environment.
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { createAuthlyClient } from '@authly/merchant';
import { toNodeHandler } from '@authly/merchant/node';
import { openSqlite } from '@authly/merchant/stores/sqlite';
import { pageFiles } from './page-files.ts';
import { createShop, type ShopConfig } from './shop.ts';
import { trace } from './trace.ts';

const CONNECTIONS_AT_MOST = 256;
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  handshakeTimeout: 10_000,
  connectionsCheckingInterval: 1000,
} as const;

let shop: Awaited<ReturnType<typeof startShop>> | undefined;

process.once('message', (config) => void start(config as ShopConfig));

async function start(config: ShopConfig): Promise<void> {
  try {
    shop = await startShop(config);
    process.send?.({ ready: shop.port });
  } catch (error) {
    const { message, code, port } = error as Error & { code?: string; port?: number };
    process.send?.({ failed: { message, code, port } });
  }
}

// The sandbox tells the shop to stop. A Ctrl-C in the terminal reaches both and must not interrupt calls in flight.
process.once('disconnect', () => void (shop?.close() ?? Promise.resolve()).then(() => process.exit(0)));
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('SIGTERM', () => process.disconnect?.());

async function startShop(config: ShopConfig) {
  const { certFile, keyFile, dataDir, authly } = config;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = openSqlite(join(dataDir, 'shop.db'));
  const calls = trace();
  const client = createAuthlyClient({ ...authly, fetch: calls.fetch });
  const bindDevices = (deviceBinding: string): void => void process.send?.({ deviceBinding });
  const shop = createShop(config, { authly: client, db, trace: calls, bindDevices });
  const page = pageFiles(join(import.meta.dirname, '..', 'dist'));
  const handler = toNodeHandler(
    async (request) => (request.method === 'GET' && page(new URL(request.url).pathname)) || shop(request),
  );
  const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const;
  const server = createServer({ ...tls, ...LIMITS }, handler);
  server.maxConnections = CONNECTIONS_AT_MOST;
  server.listen(config.port, config.host);
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
      db.close();
    },
  };
}
