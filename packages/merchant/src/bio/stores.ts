import type { StoreResponse } from '@authly/contract/captures/store';

/** Identifies the valid enrollment of a user, type and payload. */
export interface EnrollmentKey {
  /** Your reference to the user. Compare it exactly. */
  readonly merchantUserRef: string;
  /** The biometric type: `fingerprint`. */
  readonly type: string;
  /** The payload as one text. For a fingerprint the finger: `LI`, `LM`, `RI` or `RM`. */
  readonly payloadKey: string;
}

/** A stored enrollment. */
export interface Enrollment extends EnrollmentKey {
  /** The sealed template. Never log it. */
  readonly features: string;
  /** The encrypted key of the template. Never log it. */
  readonly encKey: string;
  /** Your id of the enrollment. */
  readonly enrollmentRef: string;
  /** When the finger was captured: ISO 8601, UTC. */
  readonly capturedAt: string;
  /** When it was stored: ISO 8601, UTC. */
  readonly storedAt: string;
}

/** One store call that passed all checks. */
export interface EnrollmentWrite {
  /** The enrollment to store. */
  readonly enrollment: Enrollment;
  /** The call's `Idempotency-Key`: the enrollment session's id. */
  readonly idempotencyKey: string;
  /** Hex SHA-256 of the raw body. A repeat with another hash is a conflict. */
  readonly bodySha256: string;
  /** The answer to a repeat. It holds no enrollment data. */
  readonly answer: StoreResponse;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When the idempotency key expires: milliseconds since 1970. */
  readonly keyExpiresAt: number;
}

/** The outcome of a write. */
export type EnrollmentWriteOutcome =
  | {
      /** `replayed`: the same call was stored before. */
      readonly outcome: 'stored' | 'replayed';
      /** The answer to the call. For a replay it is the earlier answer. */
      readonly answer: StoreResponse;
    }
  | {
      /** The key was used with a different body. */
      readonly outcome: 'conflict';
    };

/** Stores enrollments. It must survive a restart and be shared by all your processes. */
export interface EnrollmentStore {
  /** Atomic: claims the key and overwrites the enrollment. With a live claim it writes nothing and returns that outcome. */
  write(write: EnrollmentWrite): Promise<EnrollmentWriteOutcome>;
  /** The enrollment, or undefined. */
  find(key: EnrollmentKey): Promise<Enrollment | undefined>;
}

/** A store that can also erase. The service never erases; your own code does. */
export interface ErasableEnrollments extends EnrollmentStore {
  /** Erases all enrollments of a user who leaves or withdraws consent. Returns their number. */
  erase(merchantUserRef: string): Promise<number>;
}

/** Remembers used nonces. It must survive a restart and be shared by all your processes. If it throws, the call is refused. */
export interface NonceStore {
  /** Step 5: whether the nonce was used before. */
  has(nonce: string): Promise<boolean>;
  /** After step 8, in one atomic step: true for exactly one caller. Remembers the nonce for at least `keepMs`. */
  claim(nonce: string, keepMs: number): Promise<boolean>;
}
