import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TestService } from './running-service.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface TlsOptions {
  readonly allowHalfOpen?: boolean;
  readonly localAddress?: string;
}

/** A connection for raw bytes that reads responses one by one. */
export class RawConnection implements Disposable {
  readonly socket: Socket;
  readonly closed: Promise<'closed'>;
  #received = '';

  constructor(socket: Socket) {
    this.socket = socket.setEncoding('latin1');
    this.closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    // A reset connection counts as closed.
    socket.on('error', () => {});
    socket.on('data', (chunk: string) => {
      this.#received += chunk;
      socket.emit('received');
    });
  }

  static toApi(service: TestService, options: TlsOptions = {}): Promise<RawConnection> {
    return RawConnection.secure(service.service.ports.api, service.ca, options);
  }

  static async secure(port: number, ca: string, options: TlsOptions = {}): Promise<RawConnection> {
    const socket = connectTls({ host: '127.0.0.1', port, ca, ...options });
    await once(socket, 'secureConnect');
    return new RawConnection(socket);
  }

  static async plain(port: number, options: { localAddress?: string } = {}): Promise<RawConnection> {
    const socket = connectPlain({ host: '127.0.0.1', port, ...options });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Lines are joined with CRLF. */
  write(...lines: string[]): void {
    this.socket.write(lines.join('\r\n'));
  }

  /** Sends a request without a body. Returns its response. */
  ask(line: string, ...headers: string[]): Promise<RawAnswer | undefined> {
    this.write(`${line} HTTP/1.1`, 'Host: x', ...headers, '', '');
    return this.answer();
  }

  /** The next complete response; undefined if the connection ends before. */
  async answer(): Promise<RawAnswer | undefined> {
    for (;;) {
      const parsed = this.#take();
      if (parsed !== undefined) return parsed;
      if (this.socket.destroyed) return undefined;
      await Promise.race([once(this.socket, 'received').catch(() => {}), this.closed]);
    }
  }

  #take(): RawAnswer | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;
    const [statusLine = '', ...headerLines] = this.#received.slice(0, headEnd).split('\r\n');
    const headers = Object.fromEntries(
      headerLines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
    if (this.#received.length < bodyEnd) return undefined;
    const body = Buffer.from(this.#received.slice(headEnd + 4, bodyEnd), 'latin1').toString('utf8');
    this.#received = this.#received.slice(bodyEnd);
    return { status: Number(statusLine.split(' ')[1]), headers, body };
  }

  end(): void {
    this.socket.destroy();
  }

  [Symbol.dispose](): void {
    this.end();
  }
}
