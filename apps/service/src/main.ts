import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { once } from 'node:events';
import { SECRET_FIELDS } from '@authly/contract/secret-fields';
import type { DestinationStream } from 'pino';
import { systemClock, type Clock } from './clock.ts';
import type { Config, TlsFiles } from './config.ts';
import type { App } from './http/app.ts';
import { createOpsServer } from './http/ops-server.ts';
import { createRedirectServer } from './http/redirect-server.ts';
import { ENDPOINTS } from './http/routes.ts';
import { createServer, type Timeouts } from './http/server.ts';
import { SessionWatch } from './http/session-watch.ts';
import { createLog, type Logger } from './log.ts';
import { AccessTokens } from './merchants/access-token.ts';
import { ClientDirectory } from './merchants/client-directory.ts';
import { KeyRing } from './merchants/key-ring.ts';
import { Metrics } from './metrics.ts';
import { observeMoves } from './storage/observe-moves.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import { startSweeper } from './storage/sweeper.ts';
import { VERSION } from './version.ts';

export interface RunningService {
  readonly ports: { readonly api: number; readonly redirect: number; readonly ops: number };
  readonly store: Store;
  /** Drains: stop accepting, finish what is in flight, then close the store. */
  close(): Promise<void>;
  /** Reads the certificate files again. */
  reloadCertificates(): void;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly clock?: Clock;
  readonly logTo?: DestinationStream;
  readonly timeouts?: Partial<Timeouts>;
}

const OPS_HOST = '127.0.0.1';
/** How long what is in flight may take while draining; then the process ends all the same. */
const DRAIN_MS = 30_000;

/** Wires everything; the only file that knows all rooms. */
export async function startService({ config, clock = systemClock, logTo, timeouts }: ServiceOptions): Promise<RunningService> {
  const { environment } = config;
  const log = createLog({ level: config.logLevel, secretFields: SECRET_FIELDS, ...(logTo && { destination: logTo }) });
  const metrics = new Metrics({ version: VERSION, environment });
  const opened = await openStore({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, environment, onError: (error) => log.warn({ err: error }, 'store') });
  const store = observeMoves(opened, (move) => metrics.sessionMoved(move.event, move.next.status));
  try {
    const keys = new KeyRing({ source: store.keys, master: config.masterKey, environment, clock });
    await keys.prepare();
    const app: App = {
      environment,
      baseUrl: config.baseUrl,
      hostedUiUrl: config.hostedUiUrl,
      clock,
      store,
      clients: new ClientDirectory({ source: store.merchants, clock }),
      tokens: new AccessTokens({ keys, clock, environment }),
      keys,
      watch: new SessionWatch({ sessions: store.sessions, clock }),
    };
    return await listen({ app, config, log, metrics, timeouts });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Wired {
  readonly app: App;
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timeouts: Partial<Timeouts> | undefined;
}

async function listen({ app, config, log, metrics, timeouts }: Wired): Promise<RunningService> {
  const { store } = app;
  let draining = false;
  const api = createServer({
    app,
    endpoints: ENDPOINTS,
    log,
    metrics,
    tls: config.tls && readTls(config.tls),
    trustedProxies: config.trustedProxies,
    ...(timeouts && { timeouts }),
  });
  const redirect = createRedirectServer(config.baseUrl);
  const ops = createOpsServer({ metrics, ready: () => (draining ? Promise.reject(new Error('draining')) : store.check()) });
  const open: (() => Promise<void>)[] = [];
  try {
    await api.fastify.listen({ host: config.host, port: config.port });
    open.push(() => api.fastify.close());
    for (const [server, host, port] of [[redirect, config.host, config.httpPort], [ops, OPS_HOST, config.opsPort]] as const) {
      server.listen(port, host);
      await once(server, 'listening');
      open.push(() => closeServer(server));
    }
  } catch (error) {
    await Promise.all(open.map((close) => close()));
    throw error;
  }
  const stopSweeper = startSweeper({ store, clock: app.clock, retentionDays: config.sessionRetentionDays, onError: (error) => log.warn({ err: error }, 'sweep') });
  const ports = { api: portOf(api.fastify.server), redirect: portOf(redirect), ops: portOf(ops) };
  log.info({ environment: config.environment, store: store.kind, ...ports }, 'ready');

  return {
    ports,
    store,
    reloadCertificates() {
      if (config.tls) api.renewTls(readTls(config.tls));
      log.info('certificates read again');
    },
    async close() {
      if (draining) return;
      draining = true;
      log.info('draining');
      api.drain();
      await Promise.all([withinDrainTime(api.fastify.close()), closeServer(redirect), stopSweeper()]);
      await closeServer(ops);
      await store.close();
      log.info('stopped');
      log.flush();
    },
  };
}

const readTls = ({ certFile, keyFile }: TlsFiles): { cert: string; key: string } => ({ cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') });

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
