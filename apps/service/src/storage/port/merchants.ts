import type { NewAuditEntry } from '../../audit/entry.ts';
import type { KeyPurpose } from '../../config/key-purposes.ts';
import type { KeyAcceptance, KeyChange, KeyRecord } from '../../keys/key-record.ts';
import type { Sealed } from '../../keys/rewrap.ts';
import type { Logo } from '../../merchants/logo/logo.ts';
import type { Client, ClientSecret, KnownClient, Merchant } from '../../merchants/merchant.ts';
import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookSecret } from '../../merchants/webhook.ts';
import type { Instant } from '../../session/session.ts';

/** Rate limits that are not named stay, and undefined removes one. A logo of null removes it. */
export type MerchantChanges = Partial<
  Omit<Merchant, 'id' | 'createdAt' | 'logoId' | 'suspendedAt' | 'importId' | 'importedAt'>
> & {
  readonly logo?: Logo | null;
};

/** A call with an `entry` writes it in the same transaction, and only if the call changed something. It returns false if it changed nothing. */
export interface MerchantStore {
  add(merchant: Merchant, entry?: NewAuditEntry): Promise<boolean>;
  find(id: string): Promise<Merchant | undefined>;
  list(): Promise<Merchant[]>;
  /** Writes only what is given, so that two operators at once do not overwrite each other. `entryOf` receives the merchant before and after; if it throws, nothing changes. */
  update(
    id: string,
    changes: MerchantChanges,
    entryOf?: (before: Merchant, after: Merchant) => NewAuditEntry | undefined,
  ): Promise<boolean>;
  suspend(id: string, at: Instant, entry?: NewAuditEntry): Promise<boolean>;
  /** Returns false also for a merchant that moved to another cell, and for one whose import is not complete. */
  resume(id: string, entry?: NewAuditEntry): Promise<boolean>;
  findLogo(logoId: string): Promise<Uint8Array | undefined>;
  addClient(client: Client, entry?: NewAuditEntry): Promise<boolean>;
  findClient(id: string): Promise<KnownClient | undefined>;
  listClients(merchantId?: string): Promise<Client[]>;
  /** Adds a secret and keeps the newest of the others. Returns false if the client is unknown or revoked. */
  rotateSecret(clientId: string, secret: ClientSecret, entry?: NewAuditEntry): Promise<boolean>;
  revokeClient(clientId: string, at: Instant, entry?: NewAuditEntry): Promise<boolean>;
}

export interface KeyStore {
  /** The keys of this cell. */
  list(purpose?: KeyPurpose): Promise<KeyRecord[]>;
  /** Those that came with a merchant from another cell. */
  ofMerchant(merchantId: string): Promise<KeyRecord[]>;
  /**
   * Adds a key and removes others in one transaction, as `remove` does. Returns false if the keys are no longer those that were `seen`.
   * Changes nothing if the key is stored already: the answer to an earlier try was lost.
   */
  add(key: KeyRecord, entry?: NewAuditEntry, change?: KeyChange): Promise<boolean>;
  /** Destroys the private part. Returns false if the key is unknown or removed. */
  remove(id: string, removedAt: Instant, entry?: NewAuditEntry, merchantId?: string): Promise<boolean>;
  /** An enrollment was opened with this key. The latest time wins. */
  noteUse(id: string, at: Instant, merchantId?: string): Promise<void>;
  /** The keys that are not destroyed, and the secrets of webhooks. */
  allSealed(): Promise<Sealed[]>;
  /** Replaces all seals in one transaction. Returns false if keys were added or removed meanwhile. */
  reseal(sealed: ReadonlyMap<string, Uint8Array>, entry?: NewAuditEntry): Promise<boolean>;
  /** A merchant accepted a call signed with this key. The latest time wins. */
  noteAcceptance(acceptance: KeyAcceptance): Promise<void>;
  acceptances(): Promise<KeyAcceptance[]>;
  acknowledge(keyId: string, merchantId: string, at: Instant, entry?: NewAuditEntry): Promise<boolean>;
  /** The keys are merchant ids. */
  acknowledgments(keyId: string): Promise<ReadonlyMap<string, Instant>>;
}

/** What a new URL forgets. */
export type WebhookState = Pick<WebhookEndpoint, 'failingSince' | 'disabledAt' | 'tests'>;

type DeliveryResult = Pick<WebhookAttempt, 'result' | 'ms'>;

export interface WebhookLease {
  readonly delivery: WebhookDelivery;
  readonly isFailing: boolean;
}

/** Webhook endpoints and the outbox of their events. A database trigger adds an event when a session ends. The event is erased with the session. */
export interface WebhookStore {
  add(
    endpoint: Omit<WebhookEndpoint, 'failingSince' | 'disabledAt' | 'pausedAt' | 'tests'>,
    entry?: NewAuditEntry,
  ): Promise<boolean>;
  /** Changes the URL and keeps the secrets. The endpoint is enabled without tests, unless an earlier state is given. Without a CA the current one stays. Returns false if there is no endpoint. */
  change(
    merchantId: string,
    to: Pick<WebhookEndpoint, 'url'> & { readonly caPem?: string | null | undefined } & Partial<WebhookState>,
    entryOf?: (urlBefore: string) => NewAuditEntry,
  ): Promise<boolean>;
  /** Removes the endpoint, its secrets and its events. Events go first, in batches. */
  remove(merchantId: string, entry?: NewAuditEntry): Promise<boolean>;
  /** Keeps at most two secrets. */
  rotateSecret(merchantId: string, secret: WebhookSecret, entry?: NewAuditEntry): Promise<boolean>;
  disable(merchantId: string, at: Instant, entry?: NewAuditEntry): Promise<boolean>;
  pause(merchantId: string, at: Instant, entry?: NewAuditEntry): Promise<boolean>;
  /** Forgets earlier failures. Kept events are due and get a new day. */
  resume(merchantId: string, now: Instant, entry?: NewAuditEntry): Promise<boolean>;
  /** Keeps the newest. Does nothing if the URL was changed since. */
  noteTest(of: Pick<WebhookEndpoint, 'merchantId' | 'url'>, test: WebhookEndpoint['tests'][number]): Promise<void>;
  find(merchantId: string): Promise<WebhookEndpoint | undefined>;
  list(): Promise<WebhookEndpoint[]>;
  /** Those that fail, are disabled or paused. */
  troubled(): Promise<WebhookEndpoint[]>;
  /** When the next event is due, of endpoints that are neither disabled nor paused. Null: none waits. */
  oldestDue(): Promise<Instant | null>;
  /** Leases due events, at most one per merchant, oldest first. Concurrent processes get different events. */
  lease(wanted: {
    readonly now: Instant;
    readonly leaseMs: number;
    readonly limit: number;
    readonly exceptMerchants: readonly string[];
    readonly failingToo: boolean;
  }): Promise<WebhookLease[]>;
  delivered(delivery: WebhookDelivery, at: Instant, sent: DeliveryResult): Promise<void>;
  /** `next` is the time of the next attempt, or null for never. Does nothing if the event was leased again since. */
  failed(delivery: WebhookDelivery, at: Instant, sent: DeliveryResult, next: Instant | null): Promise<void>;
  /** Ends an interrupted delivery attempt. Does nothing if the event was leased again since. */
  release(delivery: WebhookDelivery, due: Instant): Promise<void>;
  /** Enables the endpoint. Undelivered events are due for a day, and the event of this session even if it was delivered. Returns their number. */
  retry(merchantId: string, now: Instant, sessionId?: string, entry?: NewAuditEntry): Promise<number | undefined>;
  /** Newest first. */
  deliveries(merchantId: string, limit: number): Promise<WebhookDelivery[]>;
  delivery(sessionId: string): Promise<WebhookDelivery | undefined>;
  /** Of one merchant, or of all with undelivered events. */
  counts(merchantId?: string): Promise<{ merchantId: string; waiting: number; givenUp: number }[]>;
}
