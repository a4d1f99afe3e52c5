import type { SessionStatus } from '@authly/contract/states';
import type { BioAttempt } from '../../session/bio-attempt.ts';
import type { Move } from '../../session/move.ts';
import type { Instant, Session } from '../../session/session.ts';
import type { SessionEvent } from '../../session/transitions.ts';

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
  /** The same key and body were sent before, and created this session. */
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
  /** Of the newest `SEARCHED_ROWS` that the other fields select. */
  readonly search?: SessionSearch | undefined;
  readonly limit: number;
}

/** A session is found if one of these holds. */
export interface SessionSearch {
  readonly idPart: string;
  readonly merchantIds: readonly string[];
  readonly failureCodes: readonly string[];
}

/** What a subscriber has to know to see whether a session changed. */
export interface SessionSummary {
  readonly id: string;
  readonly status: SessionStatus;
  /** Whether the person has confirmed the app that joined. */
  readonly confirmed: boolean;
}

export interface SessionStore {
  /** One atomic step: claim, session and its first event. A claim older than 24 h has expired, also before it is erased. */
  create(session: Session, claim?: IdempotencyClaim): Promise<Creation>;
  find(id: string): Promise<Session | undefined>;
  /** In one query and in any order. Sessions that do not exist are left out. */
  summaries(ids: readonly string[]): Promise<SessionSummary[]>;
  /** Compare-and-set on the status; writes one event row. False: another process moved it first. */
  move(move: Move): Promise<boolean>;
  /** The user confirmed the match code. False unless it is `app_launched` and was not confirmed. */
  confirmJoin(id: string): Promise<boolean>;
  events(id: string): Promise<SessionEventRow[]>;
  /** Newest first. */
  list(filter: SessionFilter): Promise<Session[]>;
  /** How many `list` would return. */
  count(filter: SessionFilter): Promise<number>;
  /** Sessions whose deadline has passed, oldest first. */
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
   * Calls the listener with the id of each session that moves or is confirmed, in any process. A creation is no change. Changes made while a
   * connection is down are not reported, so subscribers also poll. Returns a function that unsubscribes.
   */
  onChange(listener: (sessionId: string) => void): () => void;
}

export interface RateTake {
  readonly allowed: boolean;
  /** Time until the next one is allowed; 0 when this one was. */
  readonly retryAfterMs: number;
}

/** Exact sliding windows, shared by all processes. A refused take does not count. */
export interface RateWindows {
  take(key: string, limit: number, windowMs: number, now: Instant): Promise<RateTake>;
  /** Erases windows without a hit since then. */
  sweep(before: Instant): Promise<void>;
}

/** Verifications counted under a keyed hash, shared by all processes. */
export interface AttemptStore {
  /**
   * Counts one more in one atomic step, unless `limit` of them were counted after `since`. Returns the number for `takeBack`; undefined: the
   * limit is reached.
   */
  count(key: string, limit: number, since: Instant, now: Instant): Promise<number | undefined>;
  /** Removes one that was counted. */
  takeBack(counted: number): Promise<void>;
  /** Erases at most `limit` of those counted before. Returns how many. */
  erase(countedBefore: Instant, limit: number): Promise<number>;
}

/** The attempts of a session's call to its merchant, for operators. Erased with the session. */
export interface BioAttemptStore {
  /** Replaces the attempts that are stored. Does nothing for a session that was erased. */
  note(sessionId: string, attempts: readonly BioAttempt[]): Promise<void>;
  of(sessionId: string): Promise<BioAttempt[]>;
}
