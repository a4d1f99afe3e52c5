import type { StoreResponse } from '@authly/contract/captures/store';
import type { Enrollment, EnrollmentWriteOutcome } from '../bio/stores.ts';

/** The column `finger` holds the payload key of any type. */
const COLUMNS = {
  merchantUserRef: 'merchant_user_ref',
  type: 'type',
  payloadKey: 'finger',
  features: 'features',
  encKey: 'enc_key',
  enrollmentRef: 'enrollment_ref',
  capturedAt: 'captured_at',
  storedAt: 'stored_at',
} as const satisfies Record<keyof Enrollment, string>;
const FIELDS = Object.keys(COLUMNS) as (keyof Enrollment)[];

export const enrollmentRow = (enrollment: Enrollment): string[] => FIELDS.map((field) => enrollment[field]);

export const SELECT_ENROLLMENT = `SELECT ${FIELDS.map((field) => `${COLUMNS[field]} AS "${field}"`).join(', ')} FROM authly_enrollments`;

export const tables = (integer: string, after = ''): string => `
  CREATE TABLE IF NOT EXISTS authly_enrollments (
    ${Object.values(COLUMNS)
      .map((column) => `${column} text NOT NULL`)
      .join(', ')},
    PRIMARY KEY (merchant_user_ref, type, finger)
  )${after};
  CREATE TABLE IF NOT EXISTS authly_idempotency (
    key text PRIMARY KEY, body_sha256 text NOT NULL, answer text NOT NULL, expires_at ${integer} NOT NULL
  )${after};
  CREATE INDEX IF NOT EXISTS authly_idempotency_expiry ON authly_idempotency (expires_at);
  CREATE TABLE IF NOT EXISTS authly_nonces (nonce text PRIMARY KEY, expires_at ${integer} NOT NULL)${after};
  CREATE INDEX IF NOT EXISTS authly_nonces_expiry ON authly_nonces (expires_at);
`;

/** The claim of an erased user's key stays, so that a late repeat stores nothing. Nothing about the user is kept. */
export const ANSWER_AFTER_ERASURE: StoreResponse = { stored: true };

export interface EarlierClaim {
  readonly body_sha256: string;
  readonly answer: string;
}

export const answerAgain = (earlier: EarlierClaim, bodySha256: string): EnrollmentWriteOutcome =>
  earlier.body_sha256 === bodySha256
    ? { outcome: 'replayed', answer: JSON.parse(earlier.answer) as StoreResponse }
    : { outcome: 'conflict' };
