import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Clock } from '../runtime/clock.ts';
import { Groups } from './limits/groups.ts';

interface Connection {
  readonly socket: Socket;
  /** A connection without one is never closed for others. */
  readonly group: string | undefined;
  /** The socket that carries HTTP: with TLS another one than `socket`. Undefined during the handshake. */
  speaking: Socket | undefined;
  readonly requests: Set<IncomingMessage>;
  /** The bytes that had left at the last look, and since when. It is undefined if none were waiting. */
  sent: number | undefined;
  sentAt: number;
}

interface OpenConnectionsOptions {
  readonly clock: Clock;
  /** The client of an answer that does not move for so long is cut off. After a tenth its connection counts as idle. */
  readonly stalledMs: number;
  readonly onStalled: () => void;
}

const LOOKS = 20;
/** Connections that one newcomer may look at. All are looked at before the limit is reached. */
const MOST_LOOKED = 64;

/** The remote address is the same for a socket and its TLS socket. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Tracks all connections: Node closes only idle ones, ignores slow ones once a server closes, and restarts its timeout when a write begins. */
export class OpenConnections {
  readonly #options: OpenConnectionsOptions;
  readonly #isTls: boolean;
  /** The key is the peer. */
  readonly #connections = new Map<string, Connection>();
  /** Connections with an answer in progress leave it when they are looked at. */
  readonly #idle = new Groups<Connection>();

  constructor(server: Server, options: OpenConnectionsOptions) {
    this.#options = options;
    this.#isTls = server instanceof TlsServer;
    server.on('secureConnection', (speaking: Socket) => {
      const connection = this.#connections.get(peerOf(speaking));
      if (connection) connection.speaking = speaking;
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const connection = this.#connections.get(peerOf(request.socket));
      if (connection === undefined) return;
      connection.requests.add(request);
      this.#touch(connection);
      response.on('close', () => {
        connection.requests.delete(request);
        if (!connection.socket.destroyed) this.#touch(connection);
      });
    });
    server.on('listening', () => {
      let cancel = (): void => {};
      const look = (): void => {
        this.#look();
        cancel = options.clock.after(options.stalledMs / LOOKS, look);
      };
      look();
      server.once('close', () => cancel());
    });
  }

  get size(): number {
    return this.#connections.size;
  }

  track(socket: Socket, group: string | undefined): void {
    const key = peerOf(socket);
    const speaking = this.#isTls ? undefined : socket;
    const connection: Connection = { socket, group, speaking, requests: new Set(), sent: undefined, sentAt: 0 };
    this.#connections.set(key, connection);
    this.#touch(connection);
    socket.once('close', () => {
      // The client may have opened the next connection from the same port already.
      if (this.#connections.get(key) === connection) this.#connections.delete(key);
      if (group !== undefined) this.#idle.delete(group, connection);
    });
  }

  /** The TCP socket under a TLS socket. */
  under(speaking: Socket): Socket | undefined {
    return this.#connections.get(peerOf(speaking))?.socket;
  }

  /** Closes the connection that has been idle longest, of the group with most idle connections. False if there is none besides `newcomer`. */
  cutIdle(newcomer: Socket): boolean {
    for (let looked = 0; looked < MOST_LOOKED; looked++) {
      const connection = this.#idle.first();
      if (connection === undefined) return false;
      this.#idle.delete(connection.group!, connection);
      if (connection.socket === newcomer) this.#touch(connection);
      else if (isArriving(connection) || this.#isUnread(connection)) {
        cut(connection);
        return true;
      }
    }
    return false;
  }

  cut(which: (connection: Connection) => boolean): void {
    for (const connection of this.#connections.values()) if (which(connection)) cut(connection);
  }

  #touch(connection: Connection): void {
    if (connection.group !== undefined) this.#idle.touch(connection.group, connection);
  }

  /** A client that waits for its answer is not affected. */
  #look(): void {
    const { clock, stalledMs, onStalled } = this.#options;
    const now = clock.elapsed();
    for (const connection of this.#connections.values()) {
      const { bytesWritten = 0, writableLength = 0 } = connection.speaking ?? {};
      const sent = writableLength === 0 ? undefined : bytesWritten - writableLength;
      if (sent === undefined || sent !== connection.sent) {
        connection.sent = sent;
        connection.sentAt = now;
      } else if (now - connection.sentAt >= stalledMs) {
        onStalled();
        cut(connection);
      } else if (this.#isUnread(connection)) this.#touch(connection);
    }
  }

  #isUnread({ sent, sentAt }: Connection): boolean {
    const { clock, stalledMs } = this.#options;
    return sent !== undefined && clock.elapsed() - sentAt >= stalledMs / 10;
  }
}

/** No request of it has arrived completely. */
export function isArriving({ requests }: Connection): boolean {
  for (const { complete } of requests) if (complete) return false;
  return true;
}

function cut({ speaking, socket }: Connection): void {
  speaking?.destroy();
  socket.destroy();
}
