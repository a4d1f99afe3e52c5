import { createHash } from 'node:crypto';
import { Agent, type Dispatcher } from 'undici';
import { guardedLookup, guardLiteralHost } from './address-guard.ts';

const CONNECTIONS_PER_MERCHANT = 32;
const KEEP_ALIVE_MS = 30_000;
/** Private CAs are few; an agent that nobody uses any more goes first. */
const MOST_AGENTS = 200;

/** Kept-alive connections to merchants, one agent for each CA, so that one merchant's CA vouches for nobody else. */
export class BioConnections {
  readonly #allowPrivateAddresses: boolean;
  readonly #agents = new Map<string, Agent>();

  /** Only the sandbox may allow private addresses. */
  constructor({ allowPrivateAddresses }: { allowPrivateAddresses: boolean }) {
    this.#allowPrivateAddresses = allowPrivateAddresses;
  }

  to(url: URL, caPem: string | null): Dispatcher {
    if (!this.#allowPrivateAddresses) guardLiteralHost(url.hostname);
    const name = caPem === null ? 'public' : createHash('sha256').update(caPem).digest('hex');
    const known = this.#agents.get(name);
    if (known) return known;
    const agent = new Agent({
      connections: CONNECTIONS_PER_MERCHANT,
      // One request at a time on a connection: a slow answer holds up no other.
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: 16_384,
      connect: { ...(caPem !== null && { ca: caPem }), ...(!this.#allowPrivateAddresses && { lookup: guardedLookup }) },
    });
    this.#agents.set(name, agent);
    if (this.#agents.size > MOST_AGENTS) this.#retireOldest();
    return agent;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
    this.#agents.clear();
  }

  #retireOldest(): void {
    const [name, agent] = this.#agents.entries().next().value!;
    this.#agents.delete(name);
    // Waits for what is in flight.
    void agent.close();
  }
}
