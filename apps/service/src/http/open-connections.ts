import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

interface Connection {
  readonly socket: Socket;
  /** The socket that carries HTTP: with TLS another one than `socket`. Undefined during the handshake. */
  speaking: Socket | undefined;
  readonly requests: Set<IncomingMessage>;
}

/** The remote address is the same for a socket and its TLS socket. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Tracks all connections: Node closes only idle ones, and ignores slow ones once a server closes. */
export class OpenConnections {
  /** By peer. The connection that was used last is the last one. */
  readonly #connections = new Map<string, Connection>();

  constructor(server: Server) {
    const isTls = server instanceof TlsServer;
    server.on('connection', (socket: Socket) => {
      const key = peerOf(socket);
      const connection: Connection = { socket, speaking: isTls ? undefined : socket, requests: new Set() };
      this.#connections.set(key, connection);
      socket.once('close', () => this.#connections.delete(key));
    });
    server.on('secureConnection', (speaking: Socket) => {
      const connection = this.#connections.get(peerOf(speaking));
      if (connection) connection.speaking = speaking;
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const peer = peerOf(request.socket);
      this.#used(peer)?.requests.add(request);
      response.on('close', () => this.#used(peer)?.requests.delete(request));
    });
  }

  get size(): number {
    return this.#connections.size;
  }

  /** The TCP socket under a TLS socket. */
  under(speaking: Socket): Socket | undefined {
    return this.#connections.get(peerOf(speaking))?.socket;
  }

  #used(peer: string): Connection | undefined {
    const connection = this.#connections.get(peer);
    if (connection && this.#connections.delete(peer)) this.#connections.set(peer, connection);
    return connection;
  }

  /** Closes the connection that has been idle longest, of those with the highest rank above 0. False if there is none besides `newcomer`. */
  cutIdle(newcomer: Socket, rank: (socket: Socket) => number): boolean {
    let [chosen, highest]: [Connection | undefined, number] = [undefined, 0];
    for (const connection of this.#connections.values()) {
      if (connection.socket === newcomer || !isArriving(connection)) continue;
      const own = rank(connection.socket);
      if (own > highest) [chosen, highest] = [connection, own];
    }
    if (chosen) cut(chosen);
    return chosen !== undefined;
  }

  cutSilent(): void {
    this.#cut(({ speaking }) => speaking === undefined || speaking.bytesRead === 0);
  }

  /** Connections without a request. Part of its headers may have arrived. */
  cutWithoutRequest(): void {
    this.#cut(({ requests }) => requests.size === 0);
  }

  /** Connections whose requests are incomplete. */
  cutArriving(): void {
    this.#cut(isArriving);
  }

  cutAll(): void {
    this.#cut(() => true);
  }

  #cut(which: (connection: Connection) => boolean): void {
    for (const connection of this.#connections.values()) if (which(connection)) cut(connection);
  }
}

/** No request of it has arrived completely. */
function isArriving({ requests }: Connection): boolean {
  for (const { complete } of requests) if (complete) return false;
  return true;
}

function cut({ speaking, socket }: Connection): void {
  speaking?.destroy();
  socket.destroy();
}
