import type { Enrollment, ErasableEnrollments, NonceStore } from '../bio/stores.ts';
import { type Clock, systemClock } from '../clock.ts';
import {
  ANSWER_AFTER_ERASURE,
  answerAgain,
  type EarlierClaim,
  enrollmentRow,
  SELECT_ENROLLMENT,
  tables,
} from './tables.ts';

/** A database client. A `Pool` of the package `pg` fits. */
export interface PostgresPool {
  /** Runs one statement, or several without values. */
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** The tables, for your own migrations. */
export const POSTGRES_SCHEMA = tables('bigint');

/** Any number. Concurrent CREATE TABLE IF NOT EXISTS statements can fail without a common lock. */
const SCHEMA_LOCK = 4_115_011;

/** Creates the missing tables. */
export async function createPostgresTables(pool: PostgresPool): Promise<void> {
  await pool.query(`BEGIN; SELECT pg_advisory_xact_lock(${SCHEMA_LOCK}); ${POSTGRES_SCHEMA} COMMIT;`);
}

/** One statement, so it is atomic on any pooled connection. An expired claim is taken over. */
const WRITE = `
  WITH claimed AS (
    INSERT INTO authly_idempotency AS earlier (key, body_sha256, answer, expires_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (key) DO UPDATE SET body_sha256 = excluded.body_sha256, answer = excluded.answer, expires_at = excluded.expires_at
      WHERE earlier.expires_at <= $5
    RETURNING key
  ), written AS (
    INSERT INTO authly_enrollments (merchant_user_ref, type, finger, features, enc_key, enrollment_ref, captured_at, stored_at)
    SELECT $6, $7, $8, $9, $10, $11, $12, $13 FROM claimed
    ON CONFLICT (merchant_user_ref, type, finger) DO UPDATE SET features = excluded.features, enc_key = excluded.enc_key,
      enrollment_ref = excluded.enrollment_ref, captured_at = excluded.captured_at, stored_at = excluded.stored_at
    RETURNING 1
  )
  SELECT key FROM claimed`;

const FIND = `${SELECT_ENROLLMENT} WHERE merchant_user_ref = $1 AND type = $2 AND finger = $3`;

const ERASE = `
  WITH stripped AS (
    UPDATE authly_idempotency SET answer = $2 WHERE answer::json ->> 'merchant_user_ref' = $1
  )
  DELETE FROM authly_enrollments WHERE merchant_user_ref = $1 RETURNING finger`;

/** Enrollments and idempotency keys in Postgres, shared by all your processes. */
export function postgresEnrollments(pool: PostgresPool): ErasableEnrollments {
  const sweep = sweeper(pool, 'authly_idempotency');
  return {
    async write({ enrollment, idempotencyKey, bodySha256, answer, now, keyExpiresAt }) {
      const claim = [idempotencyKey, bodySha256, JSON.stringify(answer), keyExpiresAt, now];
      const { rows: stored } = await pool.query(WRITE, [...claim, ...enrollmentRow(enrollment)]);
      if (stored.length > 0) {
        await sweep(now);
        return { outcome: 'stored', answer };
      }
      const { rows } = await pool.query('SELECT body_sha256, answer FROM authly_idempotency WHERE key = $1', [
        idempotencyKey,
      ]);
      const earlier = rows[0] as EarlierClaim | undefined;
      // The key expired between the two statements. The service's retry finds it free.
      if (earlier === undefined) throw new Error('The idempotency key expired while it was read.');
      return answerAgain(earlier, bodySha256);
    },
    async find({ merchantUserRef, type, payloadKey }) {
      const { rows } = await pool.query(FIND, [merchantUserRef, type, payloadKey]);
      return rows[0] as Enrollment | undefined;
    },
    async erase(merchantUserRef) {
      const { rows } = await pool.query(ERASE, [merchantUserRef, JSON.stringify(ANSWER_AFTER_ERASURE)]);
      return rows.length;
    },
  };
}

const CLAIM_NONCE = `
  INSERT INTO authly_nonces AS earlier (nonce, expires_at) VALUES ($1, $2)
  ON CONFLICT (nonce) DO UPDATE SET expires_at = excluded.expires_at WHERE earlier.expires_at <= $3
  RETURNING nonce`;

/** Used nonces in Postgres, shared by all your processes. */
export function postgresNonces(
  pool: PostgresPool,
  { clock = systemClock }: { clock?: Pick<Clock, 'now'> | undefined } = {},
): NonceStore {
  const sweep = sweeper(pool, 'authly_nonces');
  return {
    async has(nonce) {
      const { rows } = await pool.query('SELECT 1 FROM authly_nonces WHERE nonce = $1 AND expires_at > $2', [
        nonce,
        clock.now(),
      ]);
      return rows.length > 0;
    },
    async claim(nonce, keepMs) {
      const now = clock.now();
      const { rows } = await pool.query(CLAIM_NONCE, [nonce, now + keepMs, now]);
      await sweep(now);
      return rows.length > 0;
    },
  };
}

const SWEEP_EVERY_MS = 60_000;

/** Deletes expired rows, at most once a minute, to keep the table small. */
function sweeper(pool: PostgresPool, table: 'authly_idempotency' | 'authly_nonces'): (now: number) => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async (now) => {
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    // A failed sweep does not fail the caller's write.
    await pool.query(`DELETE FROM ${table} WHERE expires_at <= $1`, [now]).catch(() => undefined);
  };
}
