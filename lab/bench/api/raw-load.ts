import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import type { Call } from './load.ts';

/** Handshakes. */
const AT_ONCE = 50;
const CLOSING_BRACE = 0x7d;

interface Connection {
  readonly socket: TLSSocket;
  /** The status of the response in progress. */
  status: number;
  answered: (status: number) => void;
}

/** Keep-alive connections without an HTTP client, which would cost the drivers more than the service. */
export class RawLoad {
  readonly #idle: Connection[] = [];

  /** Each connection sends a first call, because the service closes silent ones. */
  static async open(
    { origin, ca }: { origin: string; ca: string },
    connections: number,
    first: () => Call,
  ): Promise<RawLoad> {
    const load = new RawLoad();
    const { hostname, port } = new URL(origin);
    const open = async (): Promise<void> => {
      const socket = connect({ host: hostname, port: Number(port), ca });
      const connection: Connection = { socket, status: 0, answered: () => {} };
      socket.on('data', (chunk) => load.#read(connection, chunk));
      await once(socket, 'secureConnect');
      socket.once('close', () => load.#replace(connection, open));
      load.#idle.push(connection);
      await load.send(first());
    };
    for (let opened = 0; opened < connections; opened += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, connections - opened) }, open));
    return load;
  }

  get isBusy(): boolean {
    return this.#idle.length === 0;
  }

  /** Resolves to the status. */
  send({ method, path, headers, body = '' }: Call): Promise<number> {
    // The one that was idle longest, so that none is closed as idle.
    const connection = this.#idle.shift()!;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}content-length: ${body.length}\r\n\r\n`;
    return new Promise((answered) => {
      connection.answered = answered;
      connection.socket.write(head + body, 'latin1');
    });
  }

  /** The service closes connections that were idle for long. One with a request in flight must not close. */
  #replace(connection: Connection, open: () => Promise<void>): void {
    const at = this.#idle.indexOf(connection);
    if (at < 0) throw new Error('the service closed a connection with a request');
    this.#idle.splice(at, 1);
    void open();
  }

  /** Every answer is a JSON object, so its last byte is a brace. */
  #read(connection: Connection, chunk: Buffer): void {
    connection.status ||= Number(chunk.toString('latin1', 9, 12));
    if (chunk.at(-1) !== CLOSING_BRACE) return;
    const { status, answered } = connection;
    connection.status = 0;
    this.#idle.push(connection);
    answered(status);
  }
}
