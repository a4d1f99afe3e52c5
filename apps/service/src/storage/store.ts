import type { SessionStatus } from '@authly/contract/states';
import type { AuditEntry as TrailRow, ChainHead as Head, NewAuditEntry as Act } from '../audit/entry.ts';
import type { Environment } from '../config/environment.ts';
import type { KeyAcceptance } from '../keys/key-acceptance.ts';
import type { KeyPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import type { Sealed } from '../keys/rewrap.ts';
import type { Logo } from '../merchants/logo/logo.ts';
import type { Client, ClientSecret, Merchant } from '../merchants/merchant.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookSecret } from '../merchants/webhook.ts';
import type { BioAttempt } from '../session/bio-attempt.ts';
import type { Move } from '../session/move.ts';
import type { Instant, Session } from '../session/session.ts';
import type { SessionEvent } from '../session/transitions.ts';

/** What the service needs of a database. SQLite and Postgres both pass the one suite in `store.suite.ts`. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly environment: Environment;
  readonly sessions: SessionStore;
  readonly merchants: MerchantStore;
  readonly keys: KeyStore;
  readonly rateWindows: RateWindows;
  readonly attempts: AttemptStore;
  readonly bioAttempts: BioAttemptStore;
  readonly webhooks: WebhookStore;
  readonly audit: AuditTrail;
  readonly console: ConsoleStore;
  readonly figures: FigureStore;
  readonly settings: Settings;
  /** Resolves when the database answers and can be written; rejects with StoreUnavailableError. */
  check(): Promise<void>;
  /** After an erasure: nothing of it is left in files that are this store's own to write. False: somebody reads from them, ask again later. */
  forgetErased(): Promise<boolean>;
  /** The time of day by the database's own clock; an embedded one has this machine's. */
  now(): Promise<Instant>;
  close(): Promise<void>;
}

/** The claim of an Idempotency-Key, taken in the same transaction as the session it leads to. */
export interface IdempotencyClaim {
  readonly merchantId: string;
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of the body's canonical JSON. */
  readonly fingerprint: string;
}

export type Creation =
  | { readonly outcome: 'created' }
  /** The same key and body came before: this is the session it made. */
  | { readonly outcome: 'replayed'; readonly session: Session }
  | { readonly outcome: 'conflict' };

export interface SessionEventRow {
  readonly event: SessionEvent | 'create';
  readonly from: SessionStatus | null;
  readonly to: SessionStatus;
  readonly at: Instant;
}

export interface SessionFilter {
  readonly merchantId?: string | undefined;
  readonly status?: SessionStatus | undefined;
  readonly mode?: Session['mode'] | undefined;
  readonly failureCode?: string | undefined;
  /** Only sessions with a smaller id: ids are ordered in time, so this pages backwards. */
  readonly beforeId?: string | undefined;
  /** Only sessions from this id on. */
  readonly fromId?: string | undefined;
  readonly limit: number;
}

/** How a session stands, as far as whoever waits for it to change has to know. */
export interface Standing {
  readonly id: string;
  readonly status: SessionStatus;
  /** Whether the person has confirmed the app that joined. */
  readonly confirmed: boolean;
}

export interface SessionStore {
  /** One atomic step: claim, session and its first event. A claim older than 24 h is dead at once. */
  create(session: Session, claim?: IdempotencyClaim): Promise<Creation>;
  find(id: string): Promise<Session | undefined>;
  /** How many sessions stand, in one question and in any order. Those that are not there are left out. */
  standings(ids: readonly string[]): Promise<Standing[]>;
  /** Compare-and-set on the status; writes one event row. False: somebody else moved it first. */
  move(move: Move): Promise<boolean>;
  /** The person confirmed the match code. False unless it is `app_launched` and was not confirmed. */
  confirmJoin(id: string): Promise<boolean>;
  events(id: string): Promise<SessionEventRow[]>;
  /** Newest first. */
  list(filter: SessionFilter): Promise<Session[]>;
  /** Sessions that the clock should have moved by now, oldest first. */
  due(now: Instant, limit: number): Promise<Session[]>;
  /** Retention: erases at most `limit` sessions created before, with their events. Returns how many: 0 when none is left. */
  erase(createdBefore: Instant, limit: number): Promise<number>;
  eraseClaims(claimedBefore: Instant, limit: number): Promise<number>;
  /**
   * Postgres: creates the daily partitions of the coming days, and drops those that lie wholly before. Their sessions are still erased by
   * `erase`. SQLite: does nothing.
   */
  maintainPartitions(erasedBefore: Instant, now: Instant): Promise<void>;
  /**
   * Called with the id of each session that moves or is confirmed, whichever process did it; a creation is no change.
   * What happens while a connection is down stays untold, so whoever waits also looks again from time to time. Returns how to stop.
   */
  onChange(listener: (sessionId: string) => void): () => void;
}

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

export interface RateTake {
  readonly allowed: boolean;
  /** How long until the next one is allowed; 0 when this one was. */
  readonly retryAfterMs: number;
}

/** Exact sliding windows, shared by all processes. A refused take does not count. */
export interface RateWindows {
  take(key: string, limit: number, windowMs: number, now: Instant): Promise<RateTake>;
  /** Forgets windows with no hit since then. */
  sweep(before: Instant): Promise<void>;
}

/** Verifications counted under a keyed hash, shared by all processes. */
export interface AttemptStore {
  /**
   * Counts one more unless `limit` of them were counted after `since`, in one atomic step: captures at once get no more than the limit.
   * The number it can be taken back by; undefined: there are enough.
   */
  count(key: string, limit: number, since: Instant, now: Instant): Promise<number | undefined>;
  /** It does not count after all. */
  takeBack(counted: number): Promise<void>;
  /** Erases at most `limit` of those counted before. Returns how many. */
  erase(countedBefore: Instant, limit: number): Promise<number>;
}

/** What became of a session's call to its merchant, for operators. Erased with the session. */
export interface BioAttemptStore {
  /** Keeps these in place of what was kept; nothing for a session that is gone. A session makes one call, so they are few. */
  note(sessionId: string, attempts: readonly BioAttempt[]): Promise<void>;
  of(sessionId: string): Promise<BioAttempt[]>;
}

export interface WebhookClaim {
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
  /** Takes events that are due, at most one a merchant, oldest first, for as long as the lease lasts: two that claim at once get different ones. */
  claim(claim: {
    readonly now: Instant;
    readonly leaseMs: number;
    readonly limit: number;
    readonly exceptMerchants: readonly string[];
    readonly failingToo: boolean;
  }): Promise<WebhookClaim[]>;
  delivered(delivery: WebhookDelivery, at: Instant, result: string): Promise<void>;
  /** `next`: when to try again; null: never. Nothing where somebody has claimed it since. */
  failed(delivery: WebhookDelivery, at: Instant, result: string, next: Instant | null): Promise<void>;
  /** It was not tried to its end, which says nothing of the endpoint. Due at this time; nothing where somebody has claimed it since. */
  letGo(delivery: WebhookDelivery, due: Instant): Promise<void>;
  /**
   * Enables the endpoint, and what was not delivered is due now, for a day; of a session that is named also what was. The events first, in
   * batches, then the endpoint and the act. How many; undefined: no endpoint.
   */
  retry(merchantId: string, now: Instant, sessionId?: string, act?: Act): Promise<number | undefined>;
  /** Newest first. */
  deliveries(merchantId: string, limit: number): Promise<WebhookDelivery[]>;
  counts(): Promise<{ merchantId: string; waiting: number; givenUp: number }[]>;
}

/** Who did what, append-only: each row is bound to all before it by its hash. Processes take turns at its end. */
export interface AuditTrail {
  /** An act that changes nothing else in the store. */
  write(act: Act): Promise<void>;
  /** Newest first; only rows before `beforeSeq` where it is given. */
  list(limit: number, beforeSeq?: number): Promise<TrailRow[]>;
  /** The whole trail as it was at one moment, oldest row first; then what the head row says. Undefined: there is no head row. */
  read(visit: (row: TrailRow) => void): Promise<Head | undefined>;
  /** Retention: at most `limit` of the oldest rows from before this time give way to one row that the chain goes on from. Returns how many. */
  close(before: Instant, now: Instant, limit: number): Promise<number>;
}

/** `read` looks, `admin` also acts. */
export const CONSOLE_ROLES = ['read', 'admin'] as const;
export type ConsoleRole = (typeof CONSOLE_ROLES)[number];

/** A link that signs somebody in to the console, once. */
export interface ConsoleLink {
  /** SHA-256 of what stands in it. */
  readonly hash: string;
  readonly role: ConsoleRole;
  /** Who made it, and who is signed in by it. */
  readonly actor: string;
  readonly expiresAt: Instant;
}

/** Somebody who is signed in to the console. */
export interface ConsoleSignIn {
  readonly id: string;
  /** SHA-256 of what the cookie holds. */
  readonly hash: string;
  readonly role: ConsoleRole;
  readonly actor: string;
  readonly beganAt: Instant;
  readonly usedAt: Instant;
}

/** Who may look into the console. Every process knows the same links and sign-ins. */
export interface ConsoleStore {
  addLink(link: ConsoleLink, act?: Act): Promise<void>;
  /** One step: the link is used up, and its sign-in begins. Of many at once one gets it; undefined: no such link, or it is over or was used. */
  redeem(
    linkHash: string,
    signIn: Pick<ConsoleSignIn, 'id' | 'hash' | 'beganAt'>,
    act?: (link: ConsoleLink) => Act,
  ): Promise<ConsoleSignIn | undefined>;
  begin(signIn: ConsoleSignIn, act?: Act): Promise<void>;
  find(hash: string): Promise<ConsoleSignIn | undefined>;
  /** The latest first. */
  list(): Promise<ConsoleSignIn[]>;
  used(hash: string, at: Instant): Promise<void>;
  /** False: there is none of this id. */
  end(id: string, act?: Act): Promise<boolean>;
  /** Erases links that are over, and sign-ins that began or were last used before. At most `limit` of each; returns how many. */
  erase(
    before: { readonly linksOver: Instant; readonly began: Instant; readonly used: Instant },
    limit: number,
  ): Promise<number>;
}

/** How often something happened within a minute. */
export interface Figure {
  readonly name: string;
  readonly label: string;
  readonly count: number;
}

/** What all processes have counted, for charts. A power cut may lose the last of it. */
export interface FigureStore {
  /** Added to what is there. `minute`: when it began. */
  add(minute: Instant, figures: readonly Figure[]): Promise<void>;
  /** The counts since then, in steps of so many milliseconds: `at` is where a step begins. */
  since(from: Instant, stepMs: number): Promise<(Figure & { readonly at: Instant })[]>;
  erase(before: Instant, limit: number): Promise<number>;
}

/** Small values of the store itself, such as the offset of the sandbox's virtual clock. */
export interface Settings {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string, act?: Act): Promise<void>;
}

/** The database cannot be reached or cannot be written. The HTTP answer is 503; operators read `reason`. */
export class StoreUnavailableError extends Error {
  readonly reason: 'unreachable' | 'disk_full' | 'busy' | 'read_only';
  constructor(reason: StoreUnavailableError['reason'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StoreUnavailableError';
    this.reason = reason;
  }
}

/** The store is marked for another environment than this process serves. */
export class WrongEnvironmentError extends Error {
  constructor(marked: string, wanted: string) {
    super(`this store belongs to the environment "${marked}" and cannot serve "${wanted}"`);
    this.name = 'WrongEnvironmentError';
  }
}
