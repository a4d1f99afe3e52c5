import type { AuditEntry, ChainHead, NewAuditEntry } from '../../audit/entry.ts';
import type { Instant } from '../../session/session.ts';

/** Texts match entries that contain them, in any case. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** The audit log, append-only: each row contains the hash of the row before it. */
export interface AuditLog {
  /** An entry that changes nothing else in the store. */
  write(entry: NewAuditEntry): Promise<void>;
  /** Newest first; only rows before `beforeSeq` where it is given. With a filter only the newest `SEARCHED_ROWS` of them are read. */
  list(limit: number, beforeSeq?: number, filter?: AuditFilter): Promise<AuditEntry[]>;
  /** Visits all rows as of one moment, oldest first. Returns the chain head; undefined: there is none. */
  read(visit: (row: AuditEntry) => void): Promise<ChainHead | undefined>;
  /** Retention: replaces at most `limit` of the oldest rows from before this time by one row that continues the chain. Returns how many. */
  close(before: Instant, now: Instant, limit: number): Promise<number>;
}

/** `read` views, `admin` also runs operator actions. */
export const CONSOLE_ROLES = ['read', 'admin'] as const;
export type ConsoleRole = (typeof CONSOLE_ROLES)[number];

/** A one-time link to sign in to the console. */
export interface ConsoleLink {
  /** SHA-256 of its secret. */
  readonly hash: string;
  readonly role: ConsoleRole;
  /** Created the link, and is signed in by it. */
  readonly actor: string;
  readonly expiresAt: Instant;
}

/** A session of an operator in the console. */
export interface ConsoleSignIn {
  readonly id: string;
  /** SHA-256 of the cookie's secret. */
  readonly hash: string;
  readonly role: ConsoleRole;
  readonly actor: string;
  readonly beganAt: Instant;
  readonly usedAt: Instant;
}

/** Sign-ins to the console, shared by all processes. */
export interface ConsoleStore {
  addLink(link: ConsoleLink, entry?: NewAuditEntry): Promise<void>;
  /** Uses the link and begins its sign-in in one step. Undefined: no such link, or it has expired or was used. */
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
  /** False: there is none of this id. */
  end(id: string, entry?: NewAuditEntry): Promise<boolean>;
  /** Erases expired links, and sign-ins that began or were last used before. At most `limit` of each; returns how many. */
  erase(
    before: { readonly linksOver: Instant; readonly began: Instant; readonly used: Instant },
    limit: number,
  ): Promise<number>;
}

/** How often something happened within a minute. */
export interface Count {
  readonly name: string;
  readonly label: string;
  readonly count: number;
}

/** Counts of all processes, for charts. A power cut may lose the last ones. */
export interface CountStore {
  /** Adds to the counts of the minute that began then. */
  add(minute: Instant, counts: readonly Count[]): Promise<void>;
  /** The counts since then, summed by steps of `stepMs`; `at` is the start of a step. Steps of an hour or longer reach further back. */
  since(from: Instant, stepMs: number): Promise<(Count & { readonly at: Instant })[]>;
  /** Erases the oldest, by whole minutes and hours, so a little more than `limit` of each. Returns how many. */
  erase(before: { readonly minutes: Instant; readonly hours: Instant }, limit: number): Promise<number>;
}

/** Small values of the store itself, such as the offset of the sandbox's virtual clock. */
export interface Settings {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string, entry?: NewAuditEntry): Promise<void>;
}
