import type { Instant } from '../../session/session.ts';
import type { Database } from './database.ts';

// A second statement erases the locked rows, because it sees every event that a move wrote before the lock.
export const OLDEST =
  'SELECT id, created_at FROM sessions WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED';
// A claim has the time of its session, so the index by time finds it. Partitioned tables are queried by id, which selects the partitions.
const ERASE = `
  WITH old AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS old (id, created_at)),
  events AS (DELETE FROM session_events WHERE session_id = ANY ($1::text[])),
  attempts AS (DELETE FROM bio_attempts WHERE session_id = ANY ($1::text[])),
  claims AS (DELETE FROM idempotency_claims c USING old WHERE c.claimed_at = old.created_at AND c.session_id = old.id)
  DELETE FROM sessions s USING old WHERE s.id = old.id`;

const ERASE_CLAIMS = `
  DELETE FROM idempotency_claims WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_claims WHERE claimed_at < $1 ORDER BY claimed_at LIMIT $2 FOR UPDATE SKIP LOCKED))`;

export const eraseSessions = (db: Database, createdBefore: Instant, limit: number): Promise<number> =>
  db.transaction(async (query) => {
    const { rows } = await query({ text: OLDEST }, [createdBefore, limit]);
    if (rows.length === 0) return 0;
    return (
      await query({ text: ERASE }, [
        rows.map((row) => row['id'] as string),
        rows.map((row) => row['created_at'] as number),
      ])
    ).count;
  });

export const eraseClaims = async (db: Database, claimedBefore: Instant, limit: number): Promise<number> =>
  (await db.query({ text: ERASE_CLAIMS }, [claimedBefore, limit])).count;
