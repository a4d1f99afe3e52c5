import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

interface Connection {
  readonly socket: Socket;
  /** What speaks HTTP: the same, or what TLS has made of it; undefined while the handshake lasts. */
  speaking: Socket | undefined;
  readonly requests: Set<IncomingMessage>;
}

/** The other end of a connection: the same for a socket and for what TLS makes of it. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Every connection of a server and what it is about: Node closes idle ones only, and stops looking for slow ones once a server closes. */
export class OpenConnections {
  readonly #connections = new Map<string, Connection>();
  /** By what speaks HTTP: with each request only this is looked up. */
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

  /** Those on which nothing was ever said. */
  cutSilent(): void {
    this.#cut(({ speaking }) => speaking === undefined || speaking.bytesRead === 0);
  }

  /** Those on which nothing is asked: a request's headers may have begun. */
  cutWithoutRequest(): void {
    this.#cut(({ requests }) => requests.size === 0);
  }

  /** Those on which a request has not come whole. */
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
