import { Client } from 'undici';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Keep-alive connections to one server, one request at a time on each. */
export class Load {
  readonly #clients: readonly Client[];
  /** A stack: undici’s pool would search all connections for a free one. */
  readonly #idle: Client[];

  constructor({ origin, ca }: { readonly origin: string; readonly ca: string }, connections: number) {
    const options = { pipelining: 1, allowH2: false, connect: { ca } };
    this.#clients = Array.from({ length: connections }, () => new Client(origin, options));
    this.#idle = [...this.#clients];
  }

  /** Sends the next request as soon as a response arrives. */
  async forMs(ms: number, next: () => Call): Promise<{ requests: number; ms: number }> {
    const began = performance.now();
    let requests = 0;
    await this.#each(async () => {
      while (performance.now() - began < ms) {
        await this.#succeed(next());
        requests++;
      }
    });
    return { requests, ms: performance.now() - began };
  }

  async forRequests<T>(count: number, next: () => Call, read?: (body: Record<string, string>) => T): Promise<T[]> {
    const results: T[] = [];
    let left = count;
    await this.#each(async () => {
      while (left-- > 0) {
        const text = await this.#succeed(next());
        if (read) results.push(read(JSON.parse(text) as Record<string, string>));
      }
    });
    return results;
  }

  /** A handler needs less CPU than a stream, and the server shares the CPU. */
  send(call: Call): Promise<Answer> {
    const client = this.#idle.pop();
    if (client === undefined) throw new Error('every connection is in use');
    return new Promise((resolve, reject) => {
      let status = 0;
      const chunks: Buffer[] = [];
      client.dispatch(call, {
        onRequestStart: () => {},
        onResponseStart: (_, code) => (status = code),
        onResponseData: (_, chunk) => chunks.push(chunk),
        onResponseEnd: () => {
          this.#idle.push(client);
          resolve({ status, text: Buffer.concat(chunks).toString() });
        },
        onResponseError: (_, error) => reject(error),
      });
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.destroy()));
  }

  /** Errors are faster than answers, so any error ends the run. */
  async #succeed(call: Call): Promise<string> {
    const { status, text } = await this.send(call);
    if (status >= 300) throw new Error(`${call.path} answered ${status}: ${text}`);
    return text;
  }

  async #each(work: () => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: this.#clients.length }, work));
  }
}
