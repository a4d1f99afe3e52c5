import type { Instant } from '../../session/session.ts';
import type { Database } from './database.ts';

export const OLDEST = 'SELECT id, created_at FROM sessions WHERE created_at < ? ORDER BY created_at LIMIT ?';
// A claim is made at the time of its session, so the index by age leads to it.
const ERASE_CLAIM = 'DELETE FROM idempotency_claims WHERE claimed_at = ? AND session_id = ?';
const ERASE_CLAIMS = `
  DELETE FROM idempotency_claims WHERE (merchant_id, endpoint, key) IN
  (SELECT merchant_id, endpoint, key FROM idempotency_claims WHERE claimed_at < ? ORDER BY claimed_at LIMIT ?)`;

export function eraseSessions(db: Database, createdBefore: Instant, limit: number): Promise<number> {
  return db.answerAtomically(() => {
    const rows = db.sql(OLDEST).all(createdBefore, limit);
    for (const row of rows) {
      const id = row['id'] as string;
      db.sql('DELETE FROM session_events WHERE session_id = ?').run(id);
      db.sql('DELETE FROM bio_attempts WHERE session_id = ?').run(id);
      db.sql(ERASE_CLAIM).run(row['created_at'] as number, id);
      db.sql('DELETE FROM sessions WHERE id = ?').run(id);
    }
    return rows.length;
  });
}

export const eraseClaims = (db: Database, claimedBefore: Instant, limit: number): Promise<number> =>
  db.answer(() => Number(db.sql(ERASE_CLAIMS).run(claimedBefore, limit).changes));
