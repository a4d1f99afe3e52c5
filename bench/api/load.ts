import { Connection, type Answer } from './connection.ts';

export interface Load {
  readonly port: number;
  readonly ca: string;
  readonly connections: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
}

/** As fast as the server answers, on connections that stay open. Any answer but a success ends the run: errors are quick and would flatter. */
export class LoadGenerator {
  readonly #load: Load;
  #connections: readonly Connection[] = [];

  constructor(load: Load) {
    this.#load = load;
  }

  async forMs(ms: number, next: () => Buffer): Promise<LoadResult> {
    await this.#connect();
    const end = performance.now() + ms;
    return this.#run(next, () => performance.now() < end);
  }

  async forRequests(
    count: number,
    next: () => Buffer,
    { each, maxMs = Infinity }: { each?: (answer: Answer) => void; maxMs?: number } = {},
  ): Promise<LoadResult> {
    await this.#connect();
    let left = count;
    const end = performance.now() + maxMs;
    return this.#run(next, () => left-- > 0 && performance.now() < end, each);
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  /** Keeps the connections that are still open. */
  async #connect(): Promise<void> {
    const { port, ca, connections } = this.#load;
    const open = this.#connections.filter((connection) => !connection.closed);
    const missing = Array.from({ length: connections - open.length }, () => Connection.open(port, ca));
    this.#connections = [...open, ...(await Promise.all(missing))];
  }

  async #run(next: () => Buffer, more: () => boolean, each?: (answer: Answer) => void): Promise<LoadResult> {
    let requests = 0;
    const began = performance.now();
    const work = async (connection: Connection): Promise<void> => {
      while (more()) {
        const answer = await connection.send(next());
        if (answer.status >= 300) throw new Error(`answer ${answer.status}: ${answer.body.toString()}`);
        requests++;
        each?.(answer);
      }
    };
    await Promise.all(this.#connections.map(work));
    return { requests, perSecond: (requests / (performance.now() - began)) * 1000 };
  }
}
