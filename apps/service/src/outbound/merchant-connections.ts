import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Client, type buildConnector } from 'undici';
import type { BioStage } from '../session/bio-attempt.ts';

const MAX_CONNECTIONS = 32;
/** Limits the memory that a merchant that hangs can use. */
const MAX_WAITING = 256;
const KEEP_ALIVE_MS = 30_000;

/** Carries one call at a time. Opened at its first call and reopened after it was closed. */
export class Connection {
  readonly client: Client;
  #socket: TLSSocket | undefined;
  #stage: BioStage = 'name';

  constructor(origin: string, connect: buildConnector.connector, onSecure: (socket: TLSSocket) => void) {
    this.client = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: 16_384,
      // The deadline of the attempt applies.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        this.#stage = isIP(options.hostname.replaceAll(/[[\]]/g, '')) === 0 ? 'name' : 'connect';
        this.#socket = connect(options, callback) as unknown as TLSSocket;
        this.#socket.once('lookup', (error) => (this.#stage = error ? 'name' : 'connect'));
        this.#socket.once('connect', () => (this.#stage = 'tls'));
        this.#socket.once('secureConnect', () => {
          this.#stage = 'status';
          onSecure(this.#socket!);
        });
      },
    });
  }

  /** `status`: a request can be sent. */
  get stage(): BioStage {
    return this.#stage;
  }

  /** Undici would not close a connection that is being set up. */
  destroy(): void {
    void this.client.destroy();
    this.#socket?.on('error', () => {}).destroy();
  }
}

type Waiter = (connection: Connection | undefined) => void;

export class MerchantConnections {
  readonly #open: () => Connection;
  readonly #all = new Set<Connection>();
  /** The most recently used connection is reused first, so that the others can close. */
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiter>();
  #state: 'open' | 'retired' | 'destroyed' = 'open';

  constructor(open: () => Connection) {
    this.#open = open;
  }

  /** Calls back when a connection is free, or with undefined if too many calls wait. Returns a function that cancels the wait. */
  take(taken: Waiter): () => void {
    const connection = this.#state === 'destroyed' ? undefined : (this.#idle.pop() ?? this.#another());
    if (connection !== undefined || this.#state === 'destroyed' || this.#waiting.size >= MAX_WAITING) taken(connection);
    else this.#waiting.add(taken);
    return () => this.#waiting.delete(taken);
  }

  giveBack(connection: Connection): void {
    const next = this.#nextWaiter();
    if (next !== undefined) next(connection);
    else if (this.#state === 'open') this.#idle.push(connection);
    else this.discard(connection);
  }

  discard(connection: Connection): void {
    connection.destroy();
    this.#all.delete(connection);
    this.#nextWaiter()?.(this.#another());
  }

  /** Running and waiting calls finish; then all connections close. */
  retire(): void {
    this.#state = 'retired';
    for (const connection of this.#idle.splice(0)) this.discard(connection);
  }

  destroy(): void {
    this.#state = 'destroyed';
    for (const waiter of this.#waiting) waiter(undefined);
    this.#waiting.clear();
    for (const connection of this.#all) connection.destroy();
  }

  #another(): Connection | undefined {
    if (this.#all.size >= MAX_CONNECTIONS) return undefined;
    const connection = this.#open();
    this.#all.add(connection);
    return connection;
  }

  #nextWaiter(): Waiter | undefined {
    const next = this.#waiting.values().next().value;
    if (next !== undefined) this.#waiting.delete(next);
    return next;
  }
}
