import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Client, type buildConnector } from 'undici';
import type { BioStage } from '../session/bio-attempt.ts';

/** Calls to one merchant at a time. */
const MAX_CONNECTIONS = 32;
/** What waits beyond that. A merchant that hangs holds this much memory and no more. */
const MAX_WAITING = 256;
const KEEP_ALIVE_MS = 30_000;

/** One connection, for one call at a time: a slow answer holds up no other. Opened at its first call, and again when it was closed. */
export class Connection {
  readonly client: Client;
  #socket: TLSSocket | undefined;
  #stage: BioStage = 'name';

  /** `onSecure` is called with each connection whose certificate holds. */
  constructor(origin: string, connect: buildConnector.connector, onSecure: (socket: TLSSocket) => void) {
    this.client = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: 16_384,
      // The attempt's own deadline ends the connection, whatever it waits for.
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

  /** How far it has come: `status` once a request can be sent on it. */
  get stage(): BioStage {
    return this.#stage;
  }

  /** Undici alone would let a connection that is still being set up live on. */
  destroy(): void {
    void this.client.destroy();
    this.#socket?.on('error', () => {}).destroy();
  }
}

/** Undefined: there is none for this call. */
type Waiter = (connection: Connection | undefined) => void;

/** The connections to one merchant, and who waits for one. */
export class MerchantConnections {
  readonly #open: () => Connection;
  readonly #all = new Set<Connection>();
  /** The one used last is used next: the others may grow old and close. */
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiter>();
  #state: 'open' | 'retired' | 'destroyed' = 'open';

  constructor(open: () => Connection) {
    this.#open = open;
  }

  /** Calls back at once or when one is free; too many that wait already: there is none. What it returns takes the wait back. */
  take(taken: Waiter): () => void {
    const connection = this.#state === 'destroyed' ? undefined : (this.#idle.pop() ?? this.#another());
    if (connection !== undefined || this.#state === 'destroyed' || this.#waiting.size >= MAX_WAITING) taken(connection);
    else this.#waiting.add(taken);
    return () => this.#waiting.delete(taken);
  }

  /** After a whole answer: the connection may serve again. */
  giveBack(connection: Connection): void {
    const next = this.#nextWaiter();
    if (next !== undefined) next(connection);
    else if (this.#state === 'open') this.#idle.push(connection);
    else this.discard(connection);
  }

  /** After anything else. */
  discard(connection: Connection): void {
    connection.destroy();
    this.#all.delete(connection);
    this.#nextWaiter()?.(this.#another());
  }

  /** Who calls or waits is still served; nothing is kept after that. */
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
