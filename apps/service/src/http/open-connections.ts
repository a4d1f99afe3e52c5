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
  readonly #connections = new Map<string, Connection>();
  readonly #speaking = new WeakMap<Socket, Connection>();

  constructor(server: Server) {
    const isTls = server instanceof TlsServer;
    server.on('connection', (socket: Socket) => {
      const key = peerOf(socket);
      const connection: Connection = { socket, speaking: undefined, requests: new Set() };
      this.#connections.set(key, connection);
      if (!isTls) this.#speaks(connection, socket);
      socket.once('close', () => this.#connections.delete(key));
    });
    server.on('secureConnection', (speaking: Socket) => {
      const connection = this.#connections.get(peerOf(speaking));
      if (connection) this.#speaks(connection, speaking);
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const requests = this.#speaking.get(request.socket)?.requests;
      requests?.add(request);
      response.on('close', () => requests?.delete(request));
    });
  }

  #speaks(connection: Connection, speaking: Socket): void {
    connection.speaking = speaking;
    this.#speaking.set(speaking, connection);
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
    this.#cut(({ requests }) => [...requests].every(({ complete }) => !complete));
  }

  cutAll(): void {
    this.#cut(() => true);
  }

  #cut(which: (connection: Connection) => boolean): void {
    for (const connection of this.#connections.values()) if (which(connection)) cut(connection);
  }
}

function cut({ speaking, socket }: Connection): void {
  speaking?.destroy();
  socket.destroy();
}
