import type { StoreResponse } from '@authly/contract/bio/store';

/** The one enrollment that is valid for a user, a type and what was captured. */
export interface EnrollmentKey {
  readonly merchantUserRef: string;
  readonly type: string;
  /** What was captured, as one text. For a fingerprint the finger: `LI`, `LM`, `RI` or `RM`. */
  readonly payloadKey: string;
}

export interface Enrollment extends EnrollmentKey {
  /** Never to a log, trace or error report. */
  readonly features: string;
  /** Never to a log, trace or error report. */
  readonly encKey: string;
  readonly enrollmentRef: string;
  readonly capturedAt: string;
  readonly storedAt: string;
}

export interface EnrollmentWrite {
  readonly enrollment: Enrollment;
  readonly idempotencyKey: string;
  /** Hex SHA-256 of the raw body: what decides whether a repeat is the same request. */
  readonly bodySha256: string;
  /** What a repeat is answered with. It holds no enrollment data. */
  readonly answer: StoreResponse;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly keyExpiresAt: number;
}

export type EnrollmentWriteOutcome =
  | { readonly outcome: 'stored' | 'replayed'; readonly answer: StoreResponse }
  | { readonly outcome: 'conflict' };

export interface EnrollmentStore {
  /**
   * One atomic step: claim the idempotency key and write the enrollment over an earlier one; or, when the key is claimed and
   * alive, write nothing and say what it was claimed for.
   */
  write(write: EnrollmentWrite): Promise<EnrollmentWriteOutcome>;
  find(key: EnrollmentKey): Promise<Enrollment | undefined>;
}

/** What the stores of this package add for the merchant's own use: the service never asks for it. */
export interface ErasableEnrollments extends EnrollmentStore {
  /** All enrollments of a user who leaves or withdraws consent. Returns how many there were. */
  erase(merchantUserRef: string): Promise<number>;
}

/** Remembers used nonces. A store that throws makes the call refused: there is no fail-open. */
export interface NonceStore {
  /** Step 5: whether the nonce was used before. */
  has(nonce: string): Promise<boolean>;
  /** After step 8, in one atomic step: true for exactly one caller, and remembered for at least `keepMs`. */
  claim(nonce: string, keepMs: number): Promise<boolean>;
}
