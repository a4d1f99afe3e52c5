import { SESSION_COLUMNS, type Value } from '../../apps/service/src/storage/rows.ts';

export interface FloorCreation {
  readonly id: string;
  readonly merchantId: string;
  readonly userRef: string;
  readonly returnUrl: string;
  readonly metadata: string;
  readonly idempotencyKey: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The statements of the three calls and nothing around them, on the service's own tables. */
export interface FloorStore {
  /** Claim, session and first event in one transaction. */
  create(creation: FloorCreation): unknown;
  find(id: string): Record<string, unknown> | undefined | Promise<Record<string, unknown> | undefined>;
  /** One more hit in a rate window. */
  countInWindow(key: string, now: number): unknown;
  close(): unknown;
}

/** As long as the SHA-256 that the service keeps of a body. */
export const FINGERPRINT = '0123456789abcdef'.repeat(4);

/** The row of a new session, in the order of `SESSION_COLUMNS`. */
export function rowOf({ id, merchantId, userRef, returnUrl, metadata, createdAt, expiresAt }: FloorCreation): Value[] {
  const row: Partial<Record<(typeof SESSION_COLUMNS)[number], Value>> = {
    id,
    merchant_id: merchantId,
    merchant_user_ref: userRef,
    mode: 'enroll',
    type: 'fingerprint',
    return_url: returnUrl,
    metadata,
    created_at: createdAt,
    expires_at: expiresAt,
    status: 'created',
  };
  return SESSION_COLUMNS.map((column) => row[column] ?? null);
}
