import type { SessionStatus } from '@authly/contract/wire/states';
import type { BioAttempt } from '../../session/bio-attempt.ts';
import type { Move } from '../../session/move.ts';
import type { Instant, Session } from '../../session/session.ts';
import type { SessionEvent } from '../../session/transitions.ts';

export interface IdempotencyClaim {
  readonly merchantId: string;
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of the body's canonical JSON. */
  readonly fingerprint: string;
}

export type Creation =
  | { readonly outcome: 'created' }
  | { readonly outcome: 'replayed'; readonly session: Session }
  | { readonly outcome: 'conflict' };

/** An earlier session with the same idempotency key. */
export type EarlierCreation = Exclude<Creation, { readonly outcome: 'created' }>;

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
  /** Selects sessions with a smaller id. Ids are ordered by time, so this pages backwards. */
  readonly beforeId?: string | undefined;
  readonly fromId?: string | undefined;
  /** Searches the newest `SEARCHED_ROWS` that the other fields select. */
  readonly search?: SessionSearch | undefined;
  readonly limit: number;
}

/** A session matches if it has this user and this part of its text, or if one of the other fields holds. */
export type SessionSearch =
  | { readonly userRef?: string | undefined; readonly text?: string | undefined }
  | {
      readonly idPart: string;
      readonly merchantIds: readonly string[];
      readonly failureCodes: readonly string[];
    };

export interface SessionSummary {
  readonly id: string;
  readonly status: SessionStatus;
  readonly confirmed: boolean;
}

export interface SessionStore {
  /** Stores claim, session and first event in one transaction. A claim older than 24 h has expired even if it is not erased yet. */
  create(session: Session, claim?: IdempotencyClaim): Promise<Creation>;
  /** What `create` would answer because of an earlier creation. Undefined: the key is free. */
  earlier(claim: IdempotencyClaim, now: Instant): Promise<EarlierCreation | undefined>;
  find(id: string): Promise<Session | undefined>;
  /** Returns them in any order, without unknown ids. */
  summaries(ids: readonly string[]): Promise<SessionSummary[]>;
  /** Compares and sets the status, and writes one event for each step. Returns false if another process moved it first. */
  move(move: Move): Promise<boolean>;
  /** Confirms the join or counts a wrong number, atomically. Does nothing unless the session is `app_launched`, unconfirmed and below the limit of wrong numbers. */
  checkNumber(id: string, number: string): Promise<void>;
  events(id: string): Promise<SessionEventRow[]>;
  /** The session that this request created. */
  ofRequest(requestId: string): Promise<string | undefined>;
  /** Newest first. */
  list(filter: SessionFilter): Promise<Session[]>;
  /** Moves sessions whose deadline has passed, oldest first. Returns the moves. Concurrent processes find different sessions. */
  moveDue(now: Instant, limit: number, moveOf: (session: Session) => Move | undefined): Promise<readonly Move[]>;
  /** Erases at most `limit` sessions created before, with their events. Returns their number. Postgres also drops whole days. */
  erase(createdBefore: Instant, limit: number): Promise<number>;
  /** The creation of the oldest session, if it is before this time. */
  oldest(createdBefore: Instant): Promise<Instant | undefined>;
  eraseClaims(claimedBefore: Instant, limit: number): Promise<number>;
  /** Postgres: creates the partitions of today and the coming days. Returns the days without one, and why. SQLite: does nothing. */
  prepare(now: Instant): Promise<readonly string[]>;
  /** Reports moves and confirmations in any process, except during a lost connection: subscribers also poll. Returns the unsubscribe function. */
  onChange(listener: (sessionId: string) => void): () => void;
}

export interface RateWindow {
  readonly key: string;
  readonly limit: number;
}

export interface RateTake {
  readonly allowed: boolean;
  /** Time until all windows that refused allow the next take; 0 if this one was allowed. */
  readonly retryAfterMs: number;
}

/** Sliding windows, shared by all processes. Above a limit of 60 a hit may count up to 1/59 of the window longer. A refused take is not counted. */
export interface RateWindows {
  /** Takes from all windows or from none. */
  take(windows: readonly RateWindow[], windowMs: number, now: Instant): Promise<RateTake>;
  sweep(before: Instant): Promise<void>;
}

/** Verifications counted by a keyed hash, shared by all processes. */
export interface AttemptStore {
  /** Counts one more, unless `limit` were counted after `since` by clocks that are not ahead. Returns the number for `takeBack`, or undefined if the limit is reached. */
  count(key: string, limit: number, since: Instant, now: Instant): Promise<number | undefined>;
  takeBack(counted: number): Promise<void>;
  erase(countedBefore: Instant, limit: number): Promise<number>;
}

/** The attempts of a session's Bio API call. Erased with the session. */
export interface BioAttemptStore {
  /** Replaces the stored attempts. Does nothing for an erased session. */
  note(sessionId: string, attempts: readonly BioAttempt[]): Promise<void>;
  of(sessionId: string): Promise<BioAttempt[]>;
  /** The session that was calling with this request id. Searches the newest `SEARCHED_ROWS`. */
  sessionOf(requestId: string): Promise<string | undefined>;
}
