import { firstSessionIdAt } from '../../session/session-id.ts';
import type { Instant } from '../../session/session.ts';
import type { Database } from './database.ts';
import { dropPartitions } from './partitions.ts';

// A second statement erases the locked rows, because it sees every event that a move wrote before the lock.
const OLDEST = 'SELECT id FROM sessions WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED';
const ERASE = `
  WITH events AS (DELETE FROM session_events WHERE session_id = ANY ($1::text[])),
  attempts AS (DELETE FROM bio_attempts WHERE session_id = ANY ($1::text[]))
  DELETE FROM sessions WHERE id = ANY ($1::text[])`;
const ERASE_EVENTS = `
  DELETE FROM webhook_outbox WHERE session_id = ANY (ARRAY(
    SELECT session_id FROM webhook_outbox WHERE session_id < $1 ORDER BY session_id LIMIT $2 FOR UPDATE SKIP LOCKED))`;

const ERASE_CLAIMS = `
  DELETE FROM idempotency_claims WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_claims WHERE claimed_at < $1 ORDER BY claimed_at LIMIT $2 FOR UPDATE SKIP LOCKED))`;

/** Drops whole days, and erases one by one what is left. */
export async function eraseSessions(db: Database, createdBefore: Instant, limit: number): Promise<number> {
  // The next round may drop the day.
  if (!(await dropPartitions(db, createdBefore))) return 0;
  const before = firstSessionIdAt(createdBefore);
  const events = (await db.query({ text: ERASE_EVENTS }, [before, limit])).count;
  const sessions = await db.transaction(async (query) => {
    const { rows } = await query({ text: OLDEST }, [before, limit]);
    return rows.length === 0 ? 0 : (await query({ text: ERASE }, [rows.map((row) => row['id'] as string)])).count;
  });
  return Math.max(events, sessions);
}

export const eraseClaims = async (db: Database, claimedBefore: Instant, limit: number): Promise<number> =>
  (await db.query({ text: ERASE_CLAIMS }, [claimedBefore, limit])).count;
