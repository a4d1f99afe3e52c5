import type { AuditEntry, ChainHead, NewAuditEntry } from '../../audit/entry.ts';
import type { Instant, Session } from '../../session/session.ts';

/** Texts match entries that contain them, ignoring case. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** Append-only: each entry contains the hash of the entry before it. */
export interface AuditLog {
  write(entry: NewAuditEntry): Promise<void>;
  /** Newest first, before `beforeSeq` if it is given. With a filter only the newest `SEARCHED_ROWS` entries are read. */
  list(limit: number, beforeSeq?: number, filter?: AuditFilter): Promise<AuditEntry[]>;
  /** Visits all entries of one snapshot, oldest first. Returns the chain head, or undefined if there is none. */
  read(visit: (row: AuditEntry) => void): Promise<ChainHead | undefined>;
  /** Replaces at most `limit` of the oldest entries before this time by one entry that continues the chain. Returns their number. */
  close(before: Instant, now: Instant, limit: number): Promise<number>;
}

/** `read` views, `admin` also runs operator actions. */
export const CONSOLE_ROLES = ['read', 'admin'] as const;
/** `merchant`: what the people of one merchant may see and do. */
export type ConsoleRole = (typeof CONSOLE_ROLES)[number] | 'merchant';

export interface ConsoleLink {
  /** SHA-256 of its secret. */
  readonly hash: string;
  readonly role: ConsoleRole;
  /** With the role `merchant`. */
  readonly merchantId: string | null;
  /** The operator who created the link and signs in with it. */
  readonly actor: string;
  readonly expiresAt: Instant;
}

export interface ConsoleSignIn {
  readonly id: string;
  /** SHA-256 of the cookie's secret. */
  readonly hash: string;
  readonly role: ConsoleRole;
  /** With the role `merchant`. */
  readonly merchantId: string | null;
  readonly actor: string;
  readonly beganAt: Instant;
  readonly usedAt: Instant;
}

export interface ConsoleStore {
  addLink(link: ConsoleLink, entry?: NewAuditEntry): Promise<void>;
  /** Uses the link and begins its sign-in in one transaction. Returns undefined if the link is unknown, has expired or was used. */
  redeem(
    linkHash: string,
    signIn: Pick<ConsoleSignIn, 'id' | 'hash' | 'beganAt'>,
    entry?: (link: ConsoleLink) => NewAuditEntry,
  ): Promise<ConsoleSignIn | undefined>;
  begin(signIn: ConsoleSignIn, entry?: NewAuditEntry): Promise<void>;
  find(hash: string): Promise<ConsoleSignIn | undefined>;
  /** Newest first. */
  list(): Promise<ConsoleSignIn[]>;
  used(hash: string, at: Instant): Promise<void>;
  end(id: string, entry?: NewAuditEntry): Promise<boolean>;
  /** Ends all sign-ins and links of a merchant. False: there are none. */
  endOfMerchant(merchantId: string, entry?: NewAuditEntry): Promise<boolean>;
  /** Links that nobody has used. */
  links(): Promise<ConsoleLink[]>;
  /** Erases expired links, and sign-ins that began or were last used before. At most `limit` of each; returns their number. */
  erase(
    before: { readonly linksOver: Instant; readonly began: Instant; readonly used: Instant },
    limit: number,
  ): Promise<number>;
}

export interface Count {
  readonly name: string;
  /** It is empty for response times, which are those of all merchants. */
  readonly merchantId: string;
  readonly label: string;
  readonly count: number;
}

/** Counts of all processes, for charts. A power failure may lose the latest. */
export interface CountStore {
  /** `minute` is its start. */
  add(minute: Instant, counts: readonly Count[]): Promise<void>;
  /** Sums counts by steps of `stepMs`; `at` is the start of a step. Steps of an hour or longer have a longer history. */
  since(from: Instant, stepMs: number): Promise<(Count & { readonly at: Instant })[]>;
  /** Erases the oldest by whole minutes and hours, so slightly more than `limit` of each. Returns their number. */
  erase(before: { readonly minutes: Instant; readonly hours: Instant }, limit: number): Promise<number>;
}

/** The setting with the time of the last backup. */
export const BACKUP_AT = 'backup_at';

/** An API request that was answered with an error. Never its body, its path or a value of it. */
export interface FailedRequest {
  /** The `X-Request-Id` of the response. */
  readonly id: string;
  readonly at: Instant;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly code: string;
  /** Null if the caller was not authenticated. */
  readonly merchantId: string | null;
  readonly clientId: string | null;
  /** The session that it named, which may be unknown. */
  readonly sessionId: string | null;
  /** The name of the refused field. */
  readonly field: string | null;
}

export interface FailedRequestStore {
  add(requests: readonly FailedRequest[]): Promise<void>;
  find(id: string): Promise<FailedRequest | undefined>;
  /** Newest first. A filter searches the newest `SEARCHED_ROWS`. */
  ofMerchant(
    merchantId: string,
    filter: { readonly code?: string | undefined; readonly clientId?: string | undefined },
    limit: number,
  ): Promise<FailedRequest[]>;
  /** Newest first, of the session's own merchant. */
  ofSession(session: Pick<Session, 'id' | 'merchantId'>, limit: number): Promise<FailedRequest[]>;
  erase(before: Instant, limit: number): Promise<number>;
}

/** A process of the service, as it reported itself. */
export interface RunningProcess {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** The clock is the database server's. */
  readonly startedAt: Instant;
  /** It is negative if this clock is behind the database server's. */
  readonly clockAheadMs: number;
  /** When its certificate expires. Null if a proxy ends TLS. */
  readonly certificateUntil: Instant | null;
  /** When it should have been replaced. */
  readonly certificateLateAt: Instant | null;
  /** The clock is the database server's. */
  readonly seenAt: Instant;
}

export interface ProcessStore {
  report(process: RunningProcess): Promise<void>;
  /** Returns those that were seen since. */
  list(since: Instant): Promise<RunningProcess[]>;
  remove(id: string): Promise<void>;
  erase(seenBefore: Instant): Promise<number>;
}

/** Small values, such as the offset of the sandbox clock. */
export interface Settings {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string, entry?: NewAuditEntry): Promise<void>;
  /**
   * Sets the value that `next` makes of the current one, which is empty if there is none. Two changes at once follow each other. If `next` returns
   * undefined, nothing changes, and so does this.
   */
  change<Next extends string | undefined>(
    name: string,
    next: (before: string) => Next,
    entryOf?: (value: string) => NewAuditEntry,
  ): Promise<Next>;
}
