import { connect, type TLSSocket } from 'node:tls';
import { OPERATIONS } from '@authly/contract/operation-table';
import { atOnce } from '../../fixture/fixture.ts';
import type { CreatedSession } from '../../fixture/session-calls.ts';
import type { Server } from '../fixture.ts';

const AT_ONCE = 25;
/** Spreads the pages over addresses, because one address may hold only a share of the connections. */
const ADDRESSES = 8;

/** Headers of a typical browser. */
const requestOf = (token: string): string =>
  [
    `GET ${OPERATIONS.hostedEvents.path}?links=button HTTP/1.1`,
    'Host: localhost',
    'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Accept: */*',
    'Referer: https://localhost/hosted/',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7',
    `Authorization: Bearer ${token}`,
    '\r\n',
  ].join('\r\n');

/** Open hosted pages: an event stream each, on its own connection, read as plain text so that this process has little to do. */
export class PageStreams {
  readonly #sockets = new Map<string, TLSSocket>();
  readonly #waiting = new Map<string, (at: number) => void>();

  constructor(cleanup: AsyncDisposableStack) {
    cleanup.defer(() => this.close());
  }

  close(): void {
    this.#sockets.forEach((socket) => socket.destroy());
  }

  get count(): number {
    return this.#sockets.size;
  }

  async open(server: Server, pages: readonly CreatedSession[]): Promise<void> {
    await atOnce(AT_ONCE, pages.length, (i) => this.#open(server, pages[i]!, `127.0.0.${2 + (i % ADDRESSES)}`));
  }

  /** Resolves when the page gets the cancellation. */
  canceled({ sessionId }: CreatedSession): Promise<number> {
    return new Promise((resolve) => this.#waiting.set(sessionId, resolve));
  }

  #open({ ports, ca }: Server, { sessionId, hostedToken }: CreatedSession, localAddress: string): Promise<void> {
    const from = { host: '127.0.0.1', localAddress };
    return new Promise((resolve, reject) => {
      const socket = connect({ ...from, port: ports.api, servername: 'localhost', ca });
      this.#sockets.set(sessionId, socket);
      socket.setEncoding('latin1');
      socket.once('secureConnect', () => socket.write(requestOf(hostedToken)));
      socket.once('data', (text: string) => {
        if (text.startsWith('HTTP/1.1 200 ')) resolve();
        else reject(new Error(`a stream was answered with ${text.split('\r\n', 1)[0]}`));
      });
      socket.on('data', (text: string) => {
        if (text.includes('"status":"canceled"')) this.#waiting.get(sessionId)?.(performance.now());
      });
      socket.once('error', reject);
      socket.once('close', () => {
        this.#sockets.delete(sessionId);
        reject(new Error('the server closed a stream that had just begun'));
      });
    });
  }
}
