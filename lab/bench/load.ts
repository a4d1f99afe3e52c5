import { Agent } from 'undici';
import { callOrigin, successOf, type Answer, type Call, type Caller } from '../fixture/call.ts';
import { atOnce } from '../fixture/fixture.ts';

/** Keep-alive connections to one server, one request at a time on each. */
export class Load implements Caller {
  readonly #origin: string;
  readonly #connections: number;
  readonly #agent: Agent;

  constructor({ origin, ca }: { readonly origin: string; readonly ca: string }, connections: number) {
    this.#origin = origin;
    this.#connections = connections;
    this.#agent = new Agent({ connections, pipelining: 1, allowH2: false, connect: { ca } });
  }

  /** Sends the next request as soon as a response arrives. Errors are faster than answers, so any error ends the run. */
  async forRequests<T>(count: number, next: () => Call, read?: (body: Record<string, string>) => T): Promise<T[]> {
    const results: T[] = [];
    await atOnce(this.#connections, count, async () => {
      const body = await successOf<Record<string, string>>(this.call(next()));
      if (read) results.push(read(body));
    });
    return results;
  }

  call(call: Call): Promise<Answer | undefined> {
    return callOrigin(this.#origin, this.#agent, call);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
