import type { Act } from '../../audit/act.ts';
import type { KeyPurpose } from '../../config/key-purposes.ts';
import type { KeyAcceptance } from '../../keys/key-acceptance.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import type { Sealed } from '../../keys/rewrap.ts';
import type { Logo } from '../../merchants/logo/logo.ts';
import type { Client, ClientSecret, Merchant } from '../../merchants/merchant.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookSecret } from '../../merchants/webhook.ts';
import type { Instant } from '../../session/session.ts';

/** What is given an `act` writes it in the same transaction, and only where it changed something. */
export interface MerchantStore {
  /** False: the id is taken. */
  add(merchant: Merchant, act?: Act): Promise<boolean>;
  find(id: string): Promise<Merchant | undefined>;
  list(): Promise<Merchant[]>;
  /** False: there is no such merchant. */
  update(id: string, changes: Partial<Omit<Merchant, 'id' | 'createdAt' | 'logoId'>>, act?: Act): Promise<boolean>;
  /** The picture and the merchant's `logoId` in one step; null takes it away. False: there is no such merchant. */
  setLogo(id: string, logo: Logo | null, act?: Act): Promise<boolean>;
  findLogo(logoId: string): Promise<Uint8Array | undefined>;
  /** False: the id is taken or the merchant does not exist. */
  addClient(client: Client, act?: Act): Promise<boolean>;
  findClient(id: string): Promise<Client | undefined>;
  listClients(merchantId?: string): Promise<Client[]>;
  /** Adds a secret and keeps the newest one beside it: two live secrets at most. False: no such client, or it is revoked. */
  rotateSecret(clientId: string, secret: ClientSecret, act?: Act): Promise<boolean>;
  /** False: no such client, or it was revoked before: the first time stands. */
  revokeClient(clientId: string, at: Instant, act?: Act): Promise<boolean>;
}

/** As with merchants, an `act` is written with what it changed. */
export interface KeyStore {
  list(purpose?: KeyPurpose): Promise<KeyRecord[]>;
  /** Refuses (false) when a key with that id exists. */
  add(key: KeyRecord, act?: Act): Promise<boolean>;
  /** Adds a key only if the purpose has none: two processes that start at once agree on one. Returns what is stored then. */
  addFirst(key: KeyRecord, act?: Act): Promise<KeyRecord[]>;
  /** One step: these keys are removed at this time, and this one is added. Rejects, and removes nothing, when its id is taken. */
  replace(removedIds: readonly string[], removedAt: Instant, added: KeyRecord, act?: Act): Promise<void>;
  /** The keys and what signs webhooks. */
  allSealed(): Promise<Sealed[]>;
  /** One step: new seals for all of these, only if the set of ids is still the one that was sealed. */
  reseal(sealed: ReadonlyMap<string, Uint8Array>, act?: Act): Promise<boolean>;
  /** A merchant accepted a call signed with this key. The latest time stands, in whatever order processes tell. */
  noteAcceptance(acceptance: KeyAcceptance): Promise<void>;
  acceptances(): Promise<KeyAcceptance[]>;
}

export interface WebhookLease {
  readonly delivery: WebhookDelivery;
  /** Nothing was delivered to this endpoint lately. */
  readonly isFailing: boolean;
}

/**
 * Where merchants hear of sessions that ended, and the outbox of what they are to hear. The database itself puts an event into the outbox
 * with the move that ends a session, whoever makes it, and erases it with the session.
 */
export interface WebhookStore {
  /** False: the merchant has one, or does not exist. */
  add(endpoint: Omit<WebhookEndpoint, 'failingSince' | 'disabledAt'>, act?: Act): Promise<boolean>;
  /** Another address for the same secrets, which is not failing. False: there is none. */
  change(merchantId: string, to: Pick<WebhookEndpoint, 'url' | 'caPem'>, act?: Act): Promise<boolean>;
  /** With its secrets and what waits for it: that first, in batches, then the endpoint and the act. */
  remove(merchantId: string, act?: Act): Promise<boolean>;
  /** As with clients: two live secrets at most. */
  rotateSecret(merchantId: string, secret: WebhookSecret, act?: Act): Promise<boolean>;
  /** False: there is none, or it was disabled before. */
  disable(merchantId: string, at: Instant, act?: Act): Promise<boolean>;
  find(merchantId: string): Promise<WebhookEndpoint | undefined>;
  list(): Promise<WebhookEndpoint[]>;
  /** The merchants whose endpoint is not disabled. */
  enabled(): Promise<string[]>;
  /** Leases events that are due, at most one a merchant, oldest first: two processes that ask at once get different ones. */
  lease(wanted: {
    readonly now: Instant;
    readonly leaseMs: number;
    readonly limit: number;
    readonly exceptMerchants: readonly string[];
    readonly failingToo: boolean;
  }): Promise<WebhookLease[]>;
  delivered(delivery: WebhookDelivery, at: Instant, result: string): Promise<void>;
  /** `next`: when to try again; null: never. Nothing where somebody has leased it since. */
  failed(delivery: WebhookDelivery, at: Instant, result: string, next: Instant | null): Promise<void>;
  /** It was not tried to its end, which says nothing of the endpoint. Due at this time; nothing where somebody has leased it since. */
  release(delivery: WebhookDelivery, due: Instant): Promise<void>;
  /**
   * Enables the endpoint, and what was not delivered is due now, for a day; of a session that is named also what was. The events first, in
   * batches, then the endpoint and the act. How many; undefined: no endpoint.
   */
  retry(merchantId: string, now: Instant, sessionId?: string, act?: Act): Promise<number | undefined>;
  /** Newest first. */
  deliveries(merchantId: string, limit: number): Promise<WebhookDelivery[]>;
  counts(): Promise<{ merchantId: string; waiting: number; givenUp: number }[]>;
}
