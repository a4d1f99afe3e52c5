import type { Clock } from '../config/clock.ts';
import { secretMatches } from './client-secret.ts';
import type { Client, Merchant } from './merchant.ts';

export interface ClientSource {
  findClient(id: string): Promise<Client | undefined>;
  find(id: string): Promise<Merchant | undefined>;
}

export interface KnownClient {
  readonly client: Client;
  readonly merchant: Merchant;
}

interface ClientDirectoryOptions {
  readonly source: ClientSource;
  readonly clock: Clock;
  readonly cachedClients?: number;
}

/** Revoked clients, suspended merchants and changed settings take effect within this time. The contract allows 5 s. */
const FRESH_MS = 3000;
const CACHED_CLIENTS = 10_000;

const mayEnter = (known: KnownClient | undefined, secret: string): known is KnownClient =>
  secretMatches(secret, known?.client) && known?.merchant.suspendedAt === null;

/** Reads each client at most once per interval. Unknown ids are not cached, so they use no memory. */
export class ClientDirectory {
  readonly #parts: ClientDirectoryOptions;
  readonly #known = new Map<string, { readonly entry: KnownClient; readonly readAt: number }>();
  readonly #reading = new Map<string, Promise<KnownClient | undefined>>();

  constructor(parts: ClientDirectoryOptions) {
    this.#parts = parts;
  }

  async find(clientId: string): Promise<KnownClient | undefined> {
    return this.remembered(clientId) ?? this.#reread(clientId);
  }

  /** All refusals have the same result and the same cost: one read of the cache and, if that fails, one of the store. */
  async authenticate(clientId: string, secret: string): Promise<KnownClient | undefined> {
    const remembered = this.remembered(clientId);
    if (mayEnter(remembered, secret)) return remembered;
    const stored = await this.#reread(clientId);
    return mayEnter(stored, secret) ? stored : undefined;
  }

  remembered(clientId: string): KnownClient | undefined {
    const known = this.#known.get(clientId);
    return known && this.#parts.clock.elapsed() - known.readAt < FRESH_MS ? known.entry : undefined;
  }

  /** Reads the store, so that a secret rotated a moment ago is accepted. Concurrent calls share one read. */
  async #reread(clientId: string): Promise<KnownClient | undefined> {
    let reading = this.#reading.get(clientId);
    if (reading === undefined) {
      reading = this.#read(clientId).finally(() => this.#reading.delete(clientId));
      this.#reading.set(clientId, reading);
    }
    return reading;
  }

  async #read(clientId: string): Promise<KnownClient | undefined> {
    const { source, clock, cachedClients = CACHED_CLIENTS } = this.#parts;
    const readAt = clock.elapsed();
    const client = await source.findClient(clientId);
    // Reads the merchant of an unknown client too: otherwise the response time would reveal which ids exist.
    const merchant = await source.find(client?.merchantId ?? clientId);
    this.#known.delete(clientId);
    if (!client || !merchant) return undefined;
    if (this.#known.size >= cachedClients) this.#known.delete(this.#known.keys().next().value!);
    const entry = { client, merchant };
    this.#known.set(clientId, { entry, readAt });
    return entry;
  }
}
