import type { Config } from '../config/config.ts';
import { longestDrainMs } from './drain-time.ts';
import type { App } from './app.ts';
import type { CutOff } from '../http/limits/connections.ts';
import { API_TIMEOUTS } from '../http/limits/timeouts.ts';
import { closeServer, listen, listenFastify } from '../http/listen.ts';
import { createOpsServer } from '../http/ops-server.ts';
import type { Metrics } from '../observability/metrics.ts';
import { inTime } from '../runtime/in-time.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';
import { isArriving } from '../http/open-connections.ts';
import { servicePages } from './pages/service-pages.ts';
import { createRedirectServer, type PlainPages } from '../http/redirect-server.ts';
import { createServer, type ApiServer, type ServerOptions } from './server.ts';

type Addresses = 'host' | 'port' | 'httpPort' | 'opsHost' | 'opsPort' | 'opsNames';

interface ServersOptions extends Omit<ServerOptions, 'pages' | 'trustedProxies'> {
  readonly config: Pick<Config, Addresses | 'environment' | 'baseUrl' | 'securityContact' | 'trustedProxies'>;
  readonly plainPages?: PlainPages | undefined;
  /** The API is not served before it resolves. */
  readonly warmed: Promise<unknown>;
}

export interface Servers {
  readonly ports: {
    readonly api: number;
    readonly redirect: number;
    readonly ops: number;
  };
  /** `/readyz` returns 503. Requests are still served. Resolves after this time. */
  reportNotReady(ms: number): Promise<void>;
  /** Stops accepting and finishes the requests in flight. The operations port closes last. */
  close(): Promise<void>;
}

export async function startServers(options: ServersOptions): Promise<Servers> {
  const { app, config, capacity, metrics, plainPages } = options;
  const { baseUrl, trustedProxies } = config;
  const api = createServer({ ...options, pages: servicePages(config, app.clock), trustedProxies });
  const onCutOff = (why: CutOff): void => metrics.cutOff.inc({ why });
  const redirect = createRedirectServer({ baseUrl, pages: plainPages, capacity, trustedProxies, onCutOff });
  const readDatabase = databaseReader(app, metrics);
  let phase: 'starting' | 'serving' | 'draining' = 'starting';
  const ready = async (): Promise<readonly string[]> => {
    if (phase !== 'serving') throw new Error(phase);
    app.watch.require();
    const warnings = await readDatabase();
    await app.keys.check();
    return warnings;
  };

  // Closed in reverse order, even if a later port cannot be opened.
  await using opened = new AsyncDisposableStack();
  const { host, opsHost } = config;
  const ops = createOpsServer({ metrics, onCutOff, ready, names: [opsHost, ...config.opsNames] });
  opened.defer(() => closeServer(ops));
  opened.defer(async () => {
    phase = 'draining';
    await Promise.all([drain(api, app), closeServer(redirect)]);
  });
  const opsPort = await listen(ops, { host: opsHost, port: config.opsPort, setting: 'AUTHLY_OPS_PORT' });
  await options.warmed;
  const apiPort = await listenFastify(api.fastify, { host, port: config.port, setting: 'AUTHLY_PORT' });
  const redirectPort = await listen(redirect, { host, port: config.httpPort, setting: 'AUTHLY_HTTP_PORT' });
  phase = 'serving';
  const servers = opened.move();
  return {
    ports: { api: apiPort, redirect: redirectPort, ops: opsPort },
    reportNotReady(ms) {
      phase = 'draining';
      return new Promise((resolve) => void app.clock.after(ms, resolve));
    },
    close: () => servers.disposeAsync(),
  };
}

/** Idle connections close at once. Unfinished requests get their normal timeout, and the longest possible capture its time. */
async function drain(api: ApiServer, { store, clock }: App): Promise<void> {
  const { connections } = api;
  const drained = api.drain();
  connections.cut(({ speaking }) => speaking === undefined || speaking.bytesRead === 0);
  const longestMs = await longestDrainMs(store.merchants);
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const cancels = [
    // Part of the headers may have arrived.
    clock.after(API_TIMEOUTS.headersMs, () => connections.cut(({ requests }) => requests.size === 0)),
    clock.after(API_TIMEOUTS.requestMs, () => connections.cut(isArriving)),
    clock.after(longestMs, resolve),
  ];
  await Promise.race([drained, late]);
  for (const cancel of cancels) cancel();
  connections.cut(() => true);
}

/** Shorter than the time for the answer of `/readyz`. */
const READ_WITHIN_MS = 500;

/**
 * For `/readyz`; resolves with warnings. A database that is away is a warning: if every process were unready, the load balancer would have
 * no server, while a process still answers 503 with Retry-After and serves pages.
 */
function databaseReader({ store, keys }: App, metrics: Metrics): () => Promise<readonly string[]> {
  // One read at a time, so that it takes one connection of a database that hangs.
  let reading: Promise<readonly string[]> | undefined;
  const read = async (): Promise<readonly string[]> => {
    const warnings = await store.check();
    await keys.upToDate();
    return [...warnings, ...metrics.recentOutage];
  };
  return () => {
    reading ??= read().finally(() => (reading = undefined));
    const late = new StoreUnavailableError('busy', `the database did not answer within ${READ_WITHIN_MS} ms`);
    return inTime(reading, READ_WITHIN_MS, late).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
      metrics.storeFailed(error);
      return [error.message];
    });
  };
}
