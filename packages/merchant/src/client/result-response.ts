import type { Payload } from '@authly/contract/biometric-types';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { FinalStatus, Mode, SessionStatus } from '@authly/contract/states';

/** Why a session failed. A newer service may answer with codes that this version does not know: treat those like `internal_error`. */
export type ResultFailureCode = FailureCode | (string & {});

interface ResultFields {
  /** The id that the creation returned. */
  readonly session_id: string;
  /** Your merchant id. */
  readonly merchant_id: string;
  /** The user that the session was created for. */
  readonly merchant_user_ref: string;
  /** When the session expires: ISO 8601, UTC. An outcome may follow by the time that processing takes. */
  readonly expires_at: string;
}

/** What a finished enrollment says. */
export interface EnrollmentResult {
  /** Always true: what does not enroll fails. */
  readonly enrolled: true;
  /** What was enrolled. Give it to later verifications: it may differ from what you asked for. */
  readonly payload: Payload;
  /** When processing ended: ISO 8601, UTC. */
  readonly completed_at: string;
}

/** What a finished verification says. */
export interface VerificationResult {
  /** Whether it is the enrolled finger. Decide on this alone: a verification that does not match has succeeded, too. */
  readonly matched: boolean;
  /** What was captured. */
  readonly payload: Payload;
  /** When processing ended: ISO 8601, UTC. */
  readonly completed_at: string;
}

/** An enrollment that ended well: the finger is stored. */
export interface SucceededEnrollment extends ResultFields {
  /** An enrollment. */
  readonly mode: 'enroll';
  /** Processing ended well. */
  readonly status: 'succeeded';
  /** What was enrolled. */
  readonly result: EnrollmentResult;
  /** Only where `status` is `failed` or `expired`. */
  readonly failure_code?: never;
}

/** A verification that ended: `result.matched` says how. */
export interface SucceededVerification extends ResultFields {
  /** A verification. */
  readonly mode: 'verify';
  /** Processing ended well. */
  readonly status: 'succeeded';
  /** Whether it matched. */
  readonly result: VerificationResult;
  /** Only where `status` is `failed` or `expired`. */
  readonly failure_code?: never;
}

/** A session that failed or expired. Create a new one to try again. */
export interface FailedResult extends ResultFields {
  /** An enrollment or a verification. */
  readonly mode: Mode;
  /** `expired` always has the code `session_expired`. */
  readonly status: 'failed' | 'expired';
  /** Null unless `status` is `succeeded`. */
  readonly result: null;
  /** Why. Never sensitive. */
  readonly failure_code: ResultFailureCode;
}

/** A session that you or the person canceled. */
export interface CanceledResult extends ResultFields {
  /** An enrollment or a verification. */
  readonly mode: Mode;
  /** Final. */
  readonly status: 'canceled';
  /** Null unless `status` is `succeeded`. */
  readonly result: null;
  /** Only where `status` is `failed` or `expired`. */
  readonly failure_code?: never;
}

/** A session that goes on: no outcome yet. */
export interface PendingResult extends ResultFields {
  /** An enrollment or a verification. */
  readonly mode: Mode;
  /** Not final: read the result again. */
  readonly status: Exclude<SessionStatus, FinalStatus>;
  /** Null unless `status` is `succeeded`. */
  readonly result: null;
  /** Only where `status` is `failed` or `expired`. */
  readonly failure_code?: never;
}

/** The answer of the result endpoint, the only proof of an outcome. `status` and `mode` say which of these it is. */
export type ResultResponse =
  | SucceededEnrollment
  | SucceededVerification
  | FailedResult
  | CanceledResult
  | PendingResult;
