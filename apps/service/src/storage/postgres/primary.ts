import { Client, DatabaseError, Pool, type ClientBase, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { serversOf, withOptions } from '../../config/database-address.ts';
import type { Use } from '../../runtime/shares.ts';
import { StoreUnavailableError } from '../port/store.ts';
import { postgresError } from './errors.ts';
import { Timeline } from './timeline.ts';

/** The pool has one timeout for a new connection and for the wait for a free one. */
export const CONNECT_TIMEOUT_MS = 5000;

/** Connects to the server that accepts writes. After a failover it is another one. */
export async function connectToPrimary(
  url: string,
  config: ClientConfig,
  timeline: Timeline = new Timeline(),
): Promise<Client> {
  return (await findPrimary(serversOf(url), config, timeline)).client;
}

/** The connection and the part of the address that led to it. */
export const primaryOf = (url: string, config: ClientConfig): Promise<{ server: string; client: Client }> =>
  findPrimary(serversOf(url), config, new Timeline());

/** Asks all servers at once, so that one that does not respond causes no delay. */
async function findPrimary(servers: readonly string[], config: ClientConfig, timeline: Timeline) {
  const asked = servers.map(async (server) => ({ server, client: await connect(server, config, timeline) }));
  try {
    const primary = await Promise.any(asked);
    for (const each of asked)
      each.then(({ client }) => (client === primary.client ? undefined : client.end())).catch(() => {});
    return primary;
  } catch (error) {
    const errors = (error as AggregateError).errors as Error[];
    // The error of a server that responds is more useful than a network error, and that of a primary the most.
    const responded = errors.filter(
      (each) => each instanceof StoreUnavailableError || each instanceof DatabaseError || isPasswordRefused(each),
    );
    throw responded.find(isOldTimeline) ?? responded[0] ?? errors[0]!;
  }
}

async function connect(server: string, config: ClientConfig, timeline: Timeline): Promise<Client> {
  const client = new Client(configOf(server, config));
  ignoreErrors(client);
  try {
    await client.connect();
    await timeline.require(client);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** What the address says replaces the configuration, except its `options`, which it adds to. */
const configOf = <Config extends ClientConfig>(server: string, config: Config): Config => ({
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  ...config,
  connectionString: config.options === undefined ? server : withOptions(server, config.options),
});

/** A broken connection also rejects the running query. Without a listener the event would end the process. */
const ignoreErrors = (client: ClientBase): void => void client.on('error', () => {});

const isOldTimeline = (error: Error): boolean =>
  error instanceof StoreUnavailableError && error.reason === 'old_timeline';

/** Pools use other codes. */
const isPasswordRefused = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return code?.startsWith('28') === true || /authentication failed/i.test(message ?? '');
};

/** An ending pool never serves the calls that wait in it. */
function endOnceServed(pool: Pool): void {
  if (pool.waitingCount > 0) pool.once('release', () => endOnceServed(pool));
  else pool.end().catch(() => {});
}

/** Has one pool per server and uses the pool of the primary. */
export class PrimaryPool {
  readonly #readUrl: () => string;
  readonly #config: PoolConfig;
  #url: string;
  #pools: ReadonlyMap<string, Pool>;
  readonly #onError: (error: unknown) => void;
  readonly #timeline: Timeline;
  #primary: Pool | undefined;
  #search: Promise<Pool> | undefined;

  constructor(
    readUrl: () => string,
    config: PoolConfig,
    onError: (error: unknown) => void,
    timeline: Timeline = new Timeline(),
  ) {
    this.#timeline = timeline;
    this.#readUrl = readUrl;
    this.#config = config;
    this.#onError = onError;
    this.#url = readUrl();
    this.#pools = this.#openAll();
  }

  async connect(): Promise<PoolClient> {
    const url = this.#url;
    try {
      const pool = this.#primary ?? (await (this.#search ??= this.#find()));
      return await this.#checked(await pool.connect());
    } catch (error) {
      if (isPasswordRefused(error) && (this.#url !== url || this.#hasNewUrl())) return this.connect();
      this.searchAfter(postgresError(error));
      throw error;
    }
  }

  get connections(): Omit<Use, 'limit'> {
    const { totalCount, idleCount, waitingCount } = this.#primary ?? { totalCount: 0, idleCount: 0, waitingCount: 0 };
    return { used: totalCount - idleCount, waiting: waitingCount };
  }

  /** Passwords are rotated while the service runs. Open connections stay, new ones use the new password. */
  #hasNewUrl(): boolean {
    const url = this.#readUrl();
    if (url === this.#url) return false;
    const old = [...this.#pools.values()];
    this.#url = url;
    this.#primary = undefined;
    this.#pools = this.#openAll();
    old.forEach(endOnceServed);
    return true;
  }

  #openAll(): ReadonlyMap<string, Pool> {
    const pools = new Map(serversOf(this.#url).map((server) => [server, this.#open(server)]));
    if (pools.size === 1) [this.#primary] = pools.values();
    return pools;
  }

  /** Searches for the primary again if the error may mean that it has changed. */
  searchAfter(error: unknown): void {
    const isGone =
      error instanceof StoreUnavailableError && ['unreachable', 'read_only', 'old_timeline'].includes(error.reason);
    if (isGone && this.#pools.size > 1) this.#primary = undefined;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].filter(({ ending }) => !ending).map((pool) => pool.end()));
  }

  /** A server may return as a standby or without the last writes, so every new connection is checked. */
  async #checked(client: PoolClient): Promise<PoolClient> {
    if (this.#timeline.accepted(client)) return client;
    try {
      await this.#timeline.require(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return client;
  }

  async #find(): Promise<Pool> {
    try {
      const config = { query_timeout: CONNECT_TIMEOUT_MS };
      const { server, client } = await findPrimary([...this.#pools.keys()], config, this.#timeline);
      client.end().catch(() => {});
      this.#primary = this.#pools.get(server);
      // The password was rotated during the search, and the address of each server contains it.
      return this.#primary ?? (await this.#find());
    } finally {
      this.#search = undefined;
    }
  }

  #open(server: string): Pool {
    const pool = new Pool(configOf(server, this.#config));
    pool.on('connect', ignoreErrors);
    // An idle connection broke. The pool replaces it when needed.
    pool.on('error', (error) => {
      // The driver adds the whole connection to the error, which must not reach a log.
      delete (error as { client?: unknown }).client;
      if (pool.ending) return;
      this.searchAfter(postgresError(error));
      this.#onError(postgresError(error));
    });
    return pool;
  }
}
