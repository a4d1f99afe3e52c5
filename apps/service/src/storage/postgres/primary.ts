import { Client, type ClientConfig } from 'pg';
import { serversOf } from '../../database-address.ts';
import { StoreUnavailableError } from '../store.ts';

/** A host that does not answer shall show sooner than a call's turn in the pool is over. */
export const CONNECT_TIMEOUT_MS = 2000;

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/**
 * A connection to the server of an address, or to that of its servers which takes writes now: after a failover that is another one. The
 * constructor's own address does not count.
 */
export interface ServiceClient extends Client {
  /** True once after a commit that the server had to acknowledge without its standby. */
  takeUnconfirmed(): boolean;
}

export function clientsTo(url: string): new (config?: ClientConfig) => ServiceClient {
  const [first = url, ...others] = serversOf(url);
  const primary = others.length === 0 ? undefined : new Primary([first, ...others]);
  return class extends Client implements ServiceClient {
    #unconfirmed = false;

    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: first, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      // What breaks it also rejects the query that is under way. Unheard, the event would end the process.
      this.on('error', () => {});
      // Whoever waits for the standby longer than a statement may take is told that all is well, with a warning beside it.
      this.on('notice', ({ routine }) => (this.#unconfirmed ||= routine === 'SyncRepWaitForLSN'));
    }

    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | void {
      const connected = primary === undefined ? super.connect() : this.#connectTo(primary);
      if (callback === undefined) return connected;
      const told = callback as (error: Error | null, client?: Client) => void;
      connected.then((client) => told(null, client), told);
    }

    takeUnconfirmed(): boolean {
      const was = this.#unconfirmed;
      this.#unconfirmed = false;
      return was;
    }

    async #connectTo(servers: Primary): Promise<Client> {
      Object.assign(this, await servers.place());
      try {
        await super.connect();
        await requireWrites(this);
        return this;
      } catch (error) {
        servers.forget();
        await this.end().catch(() => {});
        throw error;
      }
    }
  };
}

async function requireWrites(client: Client): Promise<void> {
  const { rows } = await client.query<{ reads_only: boolean }>('SELECT pg_is_in_recovery() AS reads_only');
  if (rows[0]!.reads_only) throw new StoreUnavailableError('read_only', 'none of the database servers takes writes');
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Which of several servers takes writes. All are asked at once, and by one asker for everybody. */
class Primary {
  readonly #urls: readonly string[];
  #place: Promise<Place> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  place(): Promise<Place> {
    if (this.#place === undefined) {
      const looking = this.#look();
      this.#place = looking;
      looking.catch(() => this.forget());
    }
    return this.#place;
  }

  /** It was no good: look again for the next one. */
  forget(): void {
    this.#place = undefined;
  }

  async #look(): Promise<Place> {
    try {
      return await Promise.any(this.#urls.map(placeIfWritable));
    } catch (error) {
      const errors = (error as AggregateError).errors as Error[];
      // One that answers says more than those that are gone.
      throw errors.find((each) => each instanceof StoreUnavailableError) ?? errors[0]!;
    }
  }
}

async function placeIfWritable(url: string): Promise<Place> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: 'authly look',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await requireWrites(client);
    return { host: client.host, port: client.port };
  } finally {
    await client.end().catch(() => {});
  }
}
