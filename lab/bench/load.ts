import { Client } from 'undici';
import { requestOf, successOf, type Answer, type Call, type Caller } from '../fixture/call.ts';
import { atOnce } from '../fixture/fixture.ts';

/** Keep-alive connections to one server, one request at a time on each. */
export class Load implements Caller {
  readonly #clients: readonly Client[];
  /** A stack: undici’s pool would search all connections for a free one. */
  readonly #idle: Client[];

  constructor({ origin, ca }: { readonly origin: string; readonly ca: string }, connections: number) {
    const options = { pipelining: 1, allowH2: false, connect: { ca } };
    this.#clients = Array.from({ length: connections }, () => new Client(origin, options));
    this.#idle = [...this.#clients];
  }

  /** Sends the next request as soon as a response arrives. Errors are faster than answers, so any error ends the run. */
  async forRequests<T>(count: number, next: () => Call, read?: (body: Record<string, string>) => T): Promise<T[]> {
    const results: T[] = [];
    await atOnce(this.#clients.length, count, async () => {
      const body = await successOf<Record<string, string>>(this.call(next()));
      if (read) results.push(read(body));
    });
    return results;
  }

  /** A handler needs less CPU than a stream, and the server shares the CPU. */
  call(call: Call): Promise<Answer> {
    const client = this.#idle.pop();
    if (client === undefined) throw new Error('every connection is in use');
    return new Promise((resolve, reject) => {
      let status = 0;
      let headers: Answer['headers'] = {};
      const chunks: Buffer[] = [];
      client.dispatch(requestOf(call), {
        onRequestStart: () => {},
        onResponseStart: (_, code, received) => {
          status = code;
          headers = received;
        },
        onResponseData: (_, chunk) => chunks.push(chunk),
        onResponseEnd: () => {
          this.#idle.push(client);
          resolve({ status, headers, text: Buffer.concat(chunks).toString() });
        },
        onResponseError: (_, error) => reject(error),
      });
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.destroy()));
  }
}
