import type { Clock } from '../runtime/clock.ts';
import { secretMatches } from './client-secret.ts';
import type { KnownClient } from './merchant.ts';
import { FreshReads } from './fresh-reads.ts';

export interface ClientSource {
  findClient(id: string): Promise<KnownClient | undefined>;
}

interface ClientDirectoryOptions {
  readonly source: ClientSource;
  readonly clock: Clock;
  readonly cachedClients?: number;
}

/** Revoked clients, suspended merchants and changed settings take effect within this time. The contract allows 5 s. */
const FRESH_MS = 3000;

const mayEnter = (known: KnownClient | undefined, secret: string): known is KnownClient =>
  secretMatches(secret, known?.client) && known?.merchant.suspendedAt === null;

export class ClientDirectory {
  readonly #known: FreshReads<KnownClient>;

  constructor({ source, clock, cachedClients: maxValues }: ClientDirectoryOptions) {
    // One statement reads both: otherwise the response time would reveal which ids exist.
    this.#known = new FreshReads({ read: (id) => source.findClient(id), clock, freshMs: FRESH_MS, maxValues });
  }

  find(clientId: string): Promise<KnownClient | undefined> {
    return this.#known.find(clientId);
  }

  /** All refusals have the same result and the same cost: one read of the cache and, if that fails, one of the store. */
  async authenticate(clientId: string, secret: string): Promise<KnownClient | undefined> {
    const remembered = this.remembered(clientId);
    if (mayEnter(remembered, secret)) return remembered;
    // A secret rotated a moment ago is accepted.
    const stored = await this.#known.reread(clientId);
    return mayEnter(stored, secret) ? stored : undefined;
  }

  remembered(clientId: string): KnownClient | undefined {
    return this.#known.recent(clientId);
  }
}
