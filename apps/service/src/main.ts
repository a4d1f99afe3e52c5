import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { SECRET_FIELDS } from '@authly/contract/secret-fields';
import type { DestinationStream } from 'pino';
import { AcceptanceNotes } from './bio-api/acceptance-notes.ts';
import { BioApi } from './bio-api/client.ts';
import { BioConnections } from './bio-api/connections.ts';
import { Capture } from './capture/capture.ts';
import type { Comparison } from './capture/comparison.ts';
import { EngineInPool } from './capture/engine-comparison.ts';
import { HttpProvider } from './capture/http-comparison.ts';
import { SandboxApp } from './capture/sandbox-app.ts';
import { systemClock, type Clock } from './clock.ts';
import { ConfigError, type Config, type TlsFiles } from './config.ts';
import type { App } from './http/app.ts';
import { createOpsServer } from './http/ops-server.ts';
import { builtPages } from './http/built-pages.ts';
import { documentationPages, type Page } from './http/pages.ts';
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
import { clockOffset, VirtualClock } from './storage/virtual-clock.ts';
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
export async function startService({ config, clock: givenClock, logTo, timeouts }: ServiceOptions): Promise<RunningService> {
  const log = createLog({ level: config.logLevel, secretFields: SECRET_FIELDS, ...(logTo && { destination: logTo }) });
  const metrics = new Metrics({ version: VERSION, environment: config.environment });
  const opened = await openStore({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, environment: config.environment, onError: (error) => log.warn({ err: error }, 'store') });
  const store = observeMoves(opened, (move) => metrics.sessionMoved(move.event, move.next.status));
  try {
    const { clock, stop: stopClock } = givenClock ? { clock: givenClock, stop: () => {} } : await clockOf(config, store, log);
    const keys = new KeyRing({ source: store.keys, master: config.masterKey, environment: config.environment, clock });
    await keys.prepare();
    const outside = reachOutside({ config, clock, store, keys, log, metrics });
    const closeRooms = async (): Promise<void> => {
      stopClock();
      await outside.close();
      await store.close();
    };
    return await listen({ app: wire({ config, clock, store, keys, outside, log }), config, log, metrics, timeouts, closeRooms });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The sandbox's clock can be moved forward; production runs on real time and refuses a store whose clock was moved. */
async function clockOf(config: Config, store: Store, log: Logger): Promise<{ clock: Clock; stop: () => void }> {
  if (config.environment === 'test') {
    const clock = await VirtualClock.start(store.settings, (error) => log.warn({ err: error }, 'clock'));
    return { clock, stop: () => clock.stop() };
  }
  if ((await clockOffset(store.settings)) !== 0) throw new ConfigError(["this store's clock was moved in a sandbox: production cannot use it"]);
  return { clock: systemClock, stop: () => {} };
}

interface Outside {
  readonly bio: BioApi;
  readonly comparison: Comparison;
  close(): Promise<void>;
}

/** What a capture needs beyond this process's main thread: merchants' Bio APIs and the comparison. */
function reachOutside({ config, clock, store, keys, log, metrics }: Omit<Rooms, 'outside'> & { readonly metrics: Metrics }): Outside {
  // The sandbox's demo shop lives on this machine; production never calls a private address.
  const connections = new BioConnections({ allowPrivateAddresses: config.environment === 'test' });
  const acceptances = new AcceptanceNotes({ note: (acceptance) => store.keys.noteAcceptance(acceptance), clock, onError: (error) => log.warn({ err: error }, 'key acceptance') });
  const bio = new BioApi({
    keys,
    connections,
    onCall(report) {
      metrics.bioCalled(report.call, report.failure ?? 'ok');
      acceptances.take(report);
    },
  });
  const engine = new EngineInPool({ onThreadError: (error) => log.warn({ err: error }, 'comparison thread') });
  const comparison = config.providerUrl === undefined ? engine : new HttpProvider({ url: config.providerUrl, engine });
  return {
    bio,
    comparison,
    async close() {
      connections.close();
      await comparison.close();
    },
  };
}

interface Rooms {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
  readonly keys: KeyRing;
  readonly outside: Outside;
  readonly log: Logger;
}

function wire({ config, clock, store, keys, outside: { bio, comparison }, log }: Rooms): App {
  const { environment, baseUrl, hostedUiUrl, appUrl } = config;
  const { sessions } = store;
  const onError = (error: unknown, sessionId: string): void => log.error({ err: error, session_id: sessionId }, 'capture failed');
  const captureWith = (chosen: Comparison): Capture => new Capture({ sessions, clock, bio, comparison: chosen, onError });
  return {
    environment,
    baseUrl,
    hostedUiUrl,
    appUrl,
    clock,
    store,
    clients: new ClientDirectory({ source: store.merchants, clock }),
    tokens: new AccessTokens({ keys, clock, environment }),
    keys,
    watch: new SessionWatch({ sessions, clock }),
    capture: captureWith(comparison),
    sandboxApp: environment === 'test' ? new SandboxApp({ sessions, clock, captureWith, findMerchant: (id) => store.merchants.find(id), onError }) : undefined,
  };
}

interface Wired {
  readonly app: App;
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timeouts: Partial<Timeouts> | undefined;
  readonly closeRooms: () => Promise<void>;
}

async function listen({ app, config, log, metrics, timeouts, closeRooms }: Wired): Promise<RunningService> {
  const { store } = app;
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
      await closeRooms();
      log.info('stopped');
      log.flush();
    },
  };
}

/** Built by `npm run build`. The hosted page may use nothing of the device, the app page the camera. */
function pagesOf(config: Config): Page[] {
  const here = import.meta.dirname;
  return [
    ...documentationPages(config.baseUrl, ENDPOINTS.map(({ operation }) => operation)),
    ...builtPages(join(here, '..', 'dist', 'hosted'), '/hosted/', 'camera=(), microphone=(), geolocation=()'),
    ...builtPages(join(here, '..', '..', 'companion', 'dist'), '/app/', 'camera=(self), microphone=(), geolocation=()'),
    // The drawer of synthetic fingers follows the environment that the store is stamped with: no flag can switch it on.
    { path: '/app/environment.json', type: 'application/json; charset=utf-8', body: JSON.stringify({ environment: config.environment }), headers: { 'Cache-Control': 'no-store' } },
  ];
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
