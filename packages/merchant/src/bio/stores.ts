import type { StoreResponse } from '@authly/contract/bio/store';

/** The one enrollment that is valid for a user, a type and what was captured. */
export interface EnrollmentKey {
  /** Your reference to the user. Compare it exactly. */
  readonly merchantUserRef: string;
  /** The biometric type: `fingerprint`. */
  readonly type: string;
  /** What was captured, as one text. For a fingerprint the finger: `LI`, `LM`, `RI` or `RM`. */
  readonly payloadKey: string;
}

/** What is stored for one user, type and finger. */
export interface Enrollment extends EnrollmentKey {
  /** Never to a log, trace or error report. */
  readonly features: string;
  /** Never to a log, trace or error report. */
  readonly encKey: string;
  /** Your own id of it. */
  readonly enrollmentRef: string;
  /** When the finger was captured: ISO 8601, UTC. */
  readonly capturedAt: string;
  /** When it was stored: ISO 8601, UTC. */
  readonly storedAt: string;
}

/** One store call that passed all checks. */
export interface EnrollmentWrite {
  /** What to keep. */
  readonly enrollment: Enrollment;
  /** The call's `Idempotency-Key`: the enrollment session's id. */
  readonly idempotencyKey: string;
  /** Hex SHA-256 of the raw body: what decides whether a repeat is the same request. */
  readonly bodySha256: string;
  /** What a repeat is answered with. It holds no enrollment data. */
  readonly answer: StoreResponse;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Until when the idempotency key is remembered: milliseconds since 1970. */
  readonly keyExpiresAt: number;
}

/** What became of a write. */
export type EnrollmentWriteOutcome =
  | {
      /** Written now, or answered as before because the same call came again. */
      readonly outcome: 'stored' | 'replayed';
      /** What the call is answered with: of a replay, the earlier answer. */
      readonly answer: StoreResponse;
    }
  | {
      /** The key was used with a different body. */
      readonly outcome: 'conflict';
    };

/** Keeps enrollments. It must survive a restart, and all your processes share it. */
export interface EnrollmentStore {
  /**
   * One atomic step: claim the idempotency key and write the enrollment over an earlier one; or, when the key is claimed and
   * alive, write nothing and say what it was claimed for.
   */
  write(write: EnrollmentWrite): Promise<EnrollmentWriteOutcome>;
  /** The enrollment, or undefined if there is none. */
  find(key: EnrollmentKey): Promise<Enrollment | undefined>;
}

/** What the stores of this package add for the merchant's own use: the service never asks for it. */
export interface ErasableEnrollments extends EnrollmentStore {
  /** All enrollments of a user who leaves or withdraws consent. Returns how many there were. */
  erase(merchantUserRef: string): Promise<number>;
}

/** Remembers used nonces. It must survive a restart, and all your processes share it. If it throws, the call is refused: there is no fail-open. */
export interface NonceStore {
  /** Step 5: whether the nonce was used before. */
  has(nonce: string): Promise<boolean>;
  /** After step 8, in one atomic step: true for exactly one caller, and remembered for at least `keepMs`. */
  claim(nonce: string, keepMs: number): Promise<boolean>;
}
