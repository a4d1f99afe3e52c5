import { Pool } from 'pg';
import { CLOCK_TOLERANCE_MS } from '../../apps/service/src/clock.ts';
import { LIMITS } from '@authly/contract/limits';
import { TAKE } from '../../apps/service/src/storage/postgres/rate-windows.ts';
import { SESSION_COLUMNS } from '../../apps/service/src/storage/rows.ts';
import { FINGERPRINT, rowOf, type FloorStore } from './floor-store.ts';

/** As many connections as the service has. */
const POOL_SIZE = 10;
const n = SESSION_COLUMNS.length;
const place = (column: (typeof SESSION_COLUMNS)[number]): string => `$${SESSION_COLUMNS.indexOf(column) + 1}`;

const CREATE = `
  WITH claimed AS (
    INSERT INTO idempotency_claims AS held (session_id, claimed_at, merchant_id, endpoint, key, fingerprint)
    VALUES (${place('id')}, ${place('created_at')}, ${place('merchant_id')}, $${n + 1}, $${n + 2}, $${n + 3})
    ON CONFLICT (merchant_id, endpoint, key) DO UPDATE SET session_id = excluded.session_id WHERE held.claimed_at <= $${n + 4}
    RETURNING 1
  ), made AS (
    INSERT INTO sessions (${SESSION_COLUMNS.join(', ')}) SELECT ${SESSION_COLUMNS.map((_, i) => `$${i + 1}`).join(', ')} FROM claimed RETURNING id, status, created_at
  )
  INSERT INTO session_events (session_id, event, from_status, to_status, at) SELECT id, 'create', NULL, status, created_at FROM made`;

export function postgresFloor(url: string): FloorStore {
  const pool = new Pool({ connectionString: url, max: POOL_SIZE });
  return {
    create: (creation) =>
      pool.query({
        name: 'create',
        text: CREATE,
        values: [...rowOf(creation), 'createEnrollmentSession', creation.idempotencyKey, FINGERPRINT, 0],
      }),
    find: async (id) =>
      (
        await pool.query<Record<string, unknown>>({
          name: 'find',
          text: `SELECT ${SESSION_COLUMNS.join(', ')} FROM sessions WHERE id = $1`,
          values: [id],
        })
      ).rows[0],
    countInWindow: (key, now) =>
      pool.query({
        ...TAKE,
        values: [[key], LIMITS.tokenWindowMs, LIMITS.tokenRequests, CLOCK_TOLERANCE_MS, [now]],
      }),
    close: () => pool.end(),
  };
}
