import { randomBytes } from 'node:crypto';
import { LIMITS } from '@authly/contract/limits';

export interface BenchClient {
  readonly id: string;
  readonly secret: string;
}

/** The only one that oidc-provider knows: it counts in no window, so that one may ask as often as it likes. */
export const OIDC_CLIENT: BenchClient = { id: 'c_bench', secret: 'a-secret-of-the-bench-that-is-long-enough' };

/** Clients that take turns, so many at a time. */
const GROUP = 100;

/** Enough clients that none asks for a token more often than the rate limit allows: the limit itself stays on. */
export class ClientSupply {
  readonly #add: (clients: readonly BenchClient[]) => Promise<void>;
  #clients: BenchClient[] = [];
  #used = 0;

  constructor(add: (clients: readonly BenchClient[]) => Promise<void>) {
    this.#add = add;
  }

  /** Call before a run that makes at most this many requests. */
  async stock(requests: number): Promise<void> {
    const missing = requests - (this.#clients.length * LIMITS.tokenRequests - this.#used);
    if (missing <= 0) return;
    const groups = Math.ceil(missing / LIMITS.tokenRequests / GROUP);
    const made = Array.from({ length: groups * GROUP }, () => ({
      id: `c_${randomBytes(6).toString('hex')}`,
      secret: randomBytes(32).toString('base64url'),
    }));
    await this.#add(made);
    this.#clients = [...this.#clients, ...made];
  }

  next(): BenchClient {
    const round = GROUP * LIMITS.tokenRequests;
    const client = this.#clients[Math.floor(this.#used / round) * GROUP + (this.#used % GROUP)];
    if (client === undefined) throw new Error('the server answers faster than clients were made for it');
    this.#used++;
    return client;
  }
}
