import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * One keep-alive connection, one request at a time, the request already in bytes. Much less work than an HTTP client does,
 * so that on a small machine the server is what is measured. Reads only answers that carry a Content-Length.
 */
export class Connection {
  readonly #socket: TLSSocket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static async open(port: number, ca: string): Promise<Connection> {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost' });
    await once(socket, 'secureConnect');
    return new Connection(socket);
  }

  /** A server closes what has been idle for long. */
  get closed(): boolean {
    return this.#socket.destroyed || !this.#socket.writable;
  }

  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error('the connection is closed'));
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined)
      return this.#fail(new Error(`an answer without Content-Length: ${head.split('\r\n', 1)[0]}`));
    const body = headEnd + HEAD_END.length;
    if (this.#received.length < body + Number(length)) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#received.subarray(body) };
    this.#received = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer);
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
