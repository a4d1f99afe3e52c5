import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import type { Config, TlsFiles } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { App } from './app.ts';
import { builtPages } from './built-pages.ts';
import { createOpsServer } from './ops-server.ts';
import { documentationPages, type Page } from './pages.ts';
import { createRedirectServer } from './redirect-server.ts';
import { ENDPOINTS } from './routes.ts';
import { createServer, type Timeouts } from './server.ts';

const OPS_HOST = '127.0.0.1';
/** How long what is in flight may take while draining; then the process ends all the same. */
const DRAIN_MS = 30_000;

export interface ListenOptions {
  readonly app: App;
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timeouts: Partial<Timeouts> | undefined;
}

/** The three doors of a process: the API with its pages, the plain port that redirects, and the operators' port. */
export interface Doors {
  readonly ports: { readonly api: number; readonly redirect: number; readonly ops: number };
  /** Not ready any more; stops accepting and finishes what is in flight. The operators' door stays open meanwhile. */
  drain(): Promise<void>;
  closeOps(): Promise<void>;
  /** Reads the certificate files again. */
  reloadCertificates(): void;
}

export async function listen({ app, config, log, metrics, timeouts }: ListenOptions): Promise<Doors> {
  let draining = false;
  const api = createServer({
    app,
    endpoints: ENDPOINTS,
    pages: pagesOf(config),
    log,
    metrics,
    tls: config.tls && readTls(config.tls),
    trustedProxies: config.trustedProxies,
    ...(timeouts && { timeouts }),
  });
  const redirect = createRedirectServer(config.baseUrl);
  const ops = createOpsServer({
    metrics,
    ready: () => (draining ? Promise.reject(new Error('draining')) : app.store.check()),
  });
  const open: (() => Promise<void>)[] = [];
  try {
    await api.fastify.listen({ host: config.host, port: config.port });
    open.push(() => api.fastify.close());
    for (const [server, host, port] of [
      [redirect, config.host, config.httpPort],
      [ops, OPS_HOST, config.opsPort],
    ] as const) {
      server.listen(port, host);
      await once(server, 'listening');
      open.push(() => closeServer(server));
    }
  } catch (error) {
    await Promise.all(open.map((close) => close()));
    throw error;
  }
  return {
    ports: { api: portOf(api.fastify.server), redirect: portOf(redirect), ops: portOf(ops) },
    async drain() {
      draining = true;
      api.drain();
      await Promise.all([withinDrainTime(api.fastify.close()), closeServer(redirect)]);
    },
    closeOps: () => closeServer(ops),
    reloadCertificates() {
      if (config.tls) api.renewTls(readTls(config.tls));
      log.info('certificates read again');
    },
  };
}

/** Built by `npm run build`. The hosted page may use nothing of the device, the app page the camera. */
function pagesOf(config: Config): Page[] {
  const here = import.meta.dirname;
  return [
    ...documentationPages(
      config.baseUrl,
      ENDPOINTS.map(({ operation }) => operation),
    ),
    ...builtPages(join(here, '..', '..', 'dist', 'hosted'), '/hosted/', 'camera=(), microphone=(), geolocation=()'),
    ...builtPages(
      join(here, '..', '..', '..', 'companion', 'dist'),
      '/app/',
      'camera=(self), microphone=(), geolocation=()',
    ),
    // The drawer of synthetic fingers follows the environment that the store is stamped with: no flag can switch it on.
    {
      path: '/app/environment.json',
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ environment: config.environment }),
      headers: { 'Cache-Control': 'no-store' },
    },
  ];
}

const readTls = ({ certFile, keyFile }: TlsFiles): { cert: string; key: string } => ({
  cert: readFileSync(certFile, 'utf8'),
  key: readFileSync(keyFile, 'utf8'),
});

const portOf = (server: Pick<Server, 'address'>): number => (server.address() as AddressInfo).port;

function closeServer(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections?.();
  });
}

async function withinDrainTime(closing: PromiseLike<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  await Promise.race([closing, promise]);
  clearTimeout(timer);
}
