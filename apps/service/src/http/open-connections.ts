import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import type { Server, Socket } from 'node:net';
import { addressGroup } from './address-group.ts';

interface Connection {
  readonly socket: Socket;
  /** What speaks HTTP: the same, or what TLS has made of it; undefined while the handshake lasts. */
  speaking: Socket | undefined;
  readonly requests: Map<IncomingMessage, ServerResponse>;
}

/** Every connection of a server and what it is about: Node closes idle ones only, and stops looking for slow ones once a server closes. */
export class OpenConnections {
  readonly #connections = new Map<string, Connection>();
  /** By what speaks HTTP: with each request only this is looked up. */
  readonly #speaking = new WeakMap<Socket, Connection>();

  constructor(server: Server) {
    const isTls = server instanceof TlsServer;
    server.on('connection', (socket: Socket) => {
      const key = keyOf(socket);
      const connection: Connection = { socket, speaking: undefined, requests: new Map() };
      this.#connections.set(key, connection);
      if (!isTls) this.#speaks(connection, socket);
      socket.once('close', () => this.#connections.delete(key));
    });
    server.on('secureConnection', (speaking: Socket) => {
      const connection = this.#connections.get(keyOf(speaking));
      if (connection) this.#speaks(connection, speaking);
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const requests = this.#speaking.get(request.socket)?.requests;
      requests?.set(request, response);
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
    this.#cut(({ requests }) => [...requests.keys()].every(({ complete }) => !complete));
  }

  cutAll(): void {
    this.#cut(() => true);
  }

  /** Of all addresses, or of one. */
  count(group?: string): number {
    return [...this.#of(group)].length;
  }

  /** Cuts the one that has been here longest, of all or of one address, and is not being answered. False: there is none. */
  makeRoom(newcomer: Socket, group?: string): boolean {
    for (const connection of this.#of(group)) {
      if (connection.socket === newcomer || isBeingAnswered(connection)) continue;
      cut(connection);
      return true;
    }
    return false;
  }

  *#of(group: string | undefined): Iterable<Connection> {
    for (const connection of this.#connections.values()) {
      const { destroyed, remoteAddress = '' } = connection.socket;
      // One that was cut in this turn is still to be told that it is closed.
      if (!destroyed && (group === undefined || addressGroup(remoteAddress) === group)) yield connection;
    }
  }

  #cut(which: (connection: Connection) => boolean): void {
    for (const connection of this.#connections.values()) if (which(connection)) cut(connection);
  }
}

function cut({ speaking, socket }: Connection): void {
  speaking?.destroy();
  socket.destroy();
}

/** It has asked for something, all of which has come, and the answer is still being made: what waits for its reader is made. */
const isBeingAnswered = ({ requests }: Connection): boolean =>
  [...requests].some(([{ complete }, { writableEnded }]) => complete && !writableEnded);

/** The same for a socket and for what TLS makes of it. */
const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
