import type { Socket } from 'node:net';
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
      super({ ...config, connectionString: first });
      // What breaks it also rejects the query that is under way. Unheard, the event would end the process.
      this.on('error', () => {});
      // Whoever waits for the standby longer than a statement may take is told that all is well, with a warning beside it.
      this.on('notice', ({ routine }) => (this.#unconfirmed ||= routine === 'SyncRepWaitForLSN'));
    }

    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | void {
      const connected = primary === undefined ? this.#connectHere() : this.#connectTo(primary);
      if (callback === undefined) return connected;
      const told = callback as (error: Error | null, client?: Client) => void;
      connected.then((client) => told(null, client), told);
    }

    takeUnconfirmed(): boolean {
      const was = this.#unconfirmed;
      this.#unconfirmed = false;
      return was;
    }

    async #connectHere(): Promise<Client> {
      using _silence = new Silence(this, CONNECT_TIMEOUT_MS);
      return await super.connect();
    }

    async #connectTo(servers: Primary): Promise<Client> {
      Object.assign(this, await servers.place());
      try {
        await this.#connectHere();
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

/**
 * Gives a connection up once its server has said nothing for so long. The driver's own limit is for all of it together, and is over before
 * what has come is read: a process that was busy itself would give up a server that had answered.
 */
class Silence implements Disposable {
  readonly #connection: { readonly stream: Socket };
  readonly #timer: NodeJS.Timeout;
  #heard: string;
  #isOver = false;

  constructor({ connection }: Client, ms: number) {
    this.#connection = connection as unknown as { stream: Socket };
    this.#heard = this.#saidSoFar();
    // What waits to be read is read before the look.
    this.#timer = setInterval(() => setImmediate(() => this.#look()), ms);
  }

  #look(): void {
    const said = this.#saidSoFar();
    if (!this.#isOver && said === this.#heard) this.#connection.stream.destroy(new Error('timeout expired'));
    this.#heard = said;
  }

  /** From some step on TLS reads, and counts anew. */
  #saidSoFar(): string {
    const { stream } = this.#connection;
    return `${stream.constructor.name} ${stream.bytesRead}`;
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }
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
