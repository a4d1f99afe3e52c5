import type { Payload } from '@authly/contract/wire/biometric-types';
import type { DeviceState } from '@authly/contract/wire/device';
import type { FailureCode } from '@authly/contract/wire/failure-codes';
import type { FinalStatus, Mode, SessionStatus } from '@authly/contract/wire/states';

/** Why a session failed. A newer service may return codes that this version does not know: treat them like `internal_error`. */
export type ResultFailureCode = FailureCode | (string & {});

interface ResultFields {
  /** The session's id. */
  readonly session_id: string;
  /** Your merchant id. */
  readonly merchant_id: string;
  /** The user of the session. */
  readonly merchant_user_ref: string;
  /** When the session expires: ISO 8601, UTC. An outcome may follow by the processing time. */
  readonly expires_at: string;
}

interface WithoutFailure extends ResultFields {
  /** Only where `status` is `failed` or `expired`. */
  readonly failure_code?: never;
}

interface WithoutResult extends ResultFields {
  /** An enrollment or a verification. */
  readonly mode: Mode;
  /** Null unless `status` is `succeeded`. */
  readonly result: null;
}

/** The result of an enrollment. */
export interface EnrollmentResult {
  /** Always true: an enrollment that does not succeed fails. */
  readonly enrolled: true;
  /** The enrolled payload, for later verifications. It may differ from the requested one. */
  readonly payload: Payload;
  /** Whether the enrollment is bound to a device. Present if your operator has set `device_binding` for you. */
  readonly device?: DeviceState;
  /** When processing ended: ISO 8601, UTC. */
  readonly completed_at: string;
}

/** The result of a verification. */
export interface VerificationResult {
  /** Whether the enrolled finger matched. Decide on this alone: a verification without a match has also succeeded. */
  readonly matched: boolean;
  /** The captured payload. */
  readonly payload: Payload;
  /** Whether the enrollment is bound to a device. Present if your operator has set `device_binding` for you. */
  readonly device?: DeviceState;
  /** When processing ended: ISO 8601, UTC. */
  readonly completed_at: string;
}

/** A succeeded enrollment: the finger is stored. */
export interface SucceededEnrollment extends WithoutFailure {
  /** The session enrolled a finger. */
  readonly mode: 'enroll';
  /** Processing ended well. */
  readonly status: 'succeeded';
  /** The enrolled finger. */
  readonly result: EnrollmentResult;
}

/** A verification that has ended. `result.matched` is the outcome. */
export interface SucceededVerification extends WithoutFailure {
  /** The session verified a finger. */
  readonly mode: 'verify';
  /** Processing ended well. */
  readonly status: 'succeeded';
  /** Whether it matched. */
  readonly result: VerificationResult;
}

/** A session that failed or expired. Create a new one to try again. */
export interface FailedResult extends WithoutResult {
  /** `expired` always has the code `session_expired`. */
  readonly status: 'failed' | 'expired';
  /** The reason. Contains no sensitive data. */
  readonly failure_code: ResultFailureCode;
}

/** A session that you or the user canceled. */
export interface CanceledResult extends WithoutResult, WithoutFailure {
  /** The status is final. */
  readonly status: 'canceled';
}

/** A session without an outcome yet. */
export interface PendingResult extends WithoutResult, WithoutFailure {
  /** Not final: read the result again. */
  readonly status: Exclude<SessionStatus, FinalStatus>;
}

/** The answer of the result endpoint, the only proof of an outcome. `status` and `mode` tell the variants apart. */
export type ResultResponse =
  | SucceededEnrollment
  | SucceededVerification
  | FailedResult
  | CanceledResult
  | PendingResult;
