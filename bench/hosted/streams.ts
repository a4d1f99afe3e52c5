import { connect as connectTcp } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { OPERATIONS } from '@authly/contract/operations';

export interface OpenPage {
  readonly sessionId: string;
  readonly token: string;
}

export interface OpenPages {
  readonly port: number;
  readonly ca: string;
  /** Of this machine: pages are opened from each in turn, as pages of many people are. */
  readonly addresses: readonly string[];
  readonly pages: readonly OpenPage[];
}

const AT_ONCE = 25;
/** A link, and the next along with it. */
const LINKS_IN_EVENT = 2;

/** What a browser sends along with the page's fetch. */
const HEADERS = `Host: localhost
Connection: keep-alive
sec-ch-ua-platform: "Android"
Cache-Control: no-cache
Pragma: no-cache
User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36
sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"
sec-ch-ua-mobile: ?1
Accept: */*
Sec-Fetch-Site: same-origin
Sec-Fetch-Mode: cors
Sec-Fetch-Dest: empty
Referer: https://localhost/hosted/
Accept-Encoding: gzip, deflate, br, zstd
Accept-Language: de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7`.replaceAll('\n', '\r\n');

/** As a phone's page does, which shows a link. */
const requestOf = (token: string): string =>
  `GET ${OPERATIONS.hostedEvents.path}?links=button HTTP/1.1\r\n${HEADERS}\r\nAuthorization: Bearer ${token}\r\n\r\n`;

/** Open hosted pages: each an event stream on a connection of its own, read as plain text, so that it costs little beside what is measured. */
export class PageStreams {
  readonly #sockets = new Map<string, TLSSocket>();
  #links = 0;
  /** When each page saw its session canceled, by the clock that all processes of a machine share. */
  readonly #seen = new Map<string, number>();
  readonly #waiting = new Map<string, () => void>();

  async open({ pages, ...place }: OpenPages): Promise<void> {
    let next = 0;
    const openOne = async (): Promise<void> => {
      for (let i = next++; i < pages.length; i = next++)
        await this.#open(pages[i]!, place, place.addresses[i % place.addresses.length]!);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openOne));
  }

  /** How many links have come. */
  get links(): number {
    return this.#links;
  }

  /** When each of these saw its session canceled, once all of them have. */
  async seen(sessionIds: readonly string[]): Promise<number[]> {
    const missing = sessionIds.filter((id) => !this.#seen.has(id));
    await Promise.all(missing.map((id) => new Promise<void>((resolve) => this.#waiting.set(id, resolve))));
    return sessionIds.map((id) => this.#seen.get(id)!);
  }

  /** How many still stand. */
  get count(): number {
    return this.#sockets.size;
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
    this.#sockets.clear();
  }

  #open({ sessionId, token }: OpenPage, { port, ca }: Omit<OpenPages, 'pages'>, localAddress: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const raw = connectTcp({ port, host: '127.0.0.1', localAddress });
      const socket = connect({ socket: raw, servername: 'localhost', ca });
      this.#sockets.set(sessionId, socket);
      socket.setEncoding('latin1');
      socket.once('secureConnect', () => socket.write(requestOf(token)));
      socket.on('data', (text: string) => {
        resolve();
        if (text.includes('event: link')) this.#links += LINKS_IN_EVENT;
        if (text.includes('"status":"canceled"')) this.#note(sessionId);
      });
      socket.once('error', reject);
      socket.once('close', () => {
        this.#sockets.delete(sessionId);
        reject(new Error('the server closed a stream that had just begun'));
      });
    });
  }

  #note(sessionId: string): void {
    this.#seen.set(sessionId, performance.timeOrigin + performance.now());
    this.#waiting.get(sessionId)?.();
    this.#waiting.delete(sessionId);
  }
}
