import type { Instant } from '../../session/session.ts';
import type { Database } from './database.ts';

export const OLDEST = 'SELECT id, created_at FROM sessions WHERE created_at < ? ORDER BY created_at LIMIT ?';
// A claim is made at the time of its session, so the index by age leads to it.
const ERASE_CLAIM = 'DELETE FROM idempotency_claims WHERE claimed_at = ? AND session_id = ?';
const ERASE_CLAIMS = `
  DELETE FROM idempotency_claims WHERE (merchant_id, endpoint, key) IN
  (SELECT merchant_id, endpoint, key FROM idempotency_claims WHERE claimed_at < ? ORDER BY claimed_at LIMIT ?)`;

/** How long one batch may hold up everything else that this process does, and how many it erases all the same. */
const BUDGET_MS = 5;
const AT_LEAST = 20;

export function eraseSessions(
  db: Database,
  createdBefore: Instant,
  limit: number,
  budgetMs: number = BUDGET_MS,
): Promise<number> {
  return db.answerAtomically(() => {
    const until = performance.now() + budgetMs;
    let erased = 0;
    for (const row of db.sql(OLDEST).all(createdBefore, limit)) {
      const id = row['id'] as string;
      db.sql('DELETE FROM session_events WHERE session_id = ?').run(id);
      db.sql('DELETE FROM bio_attempts WHERE session_id = ?').run(id);
      db.sql(ERASE_CLAIM).run(row['created_at'] as number, id);
      db.sql('DELETE FROM sessions WHERE id = ?').run(id);
      if (++erased >= AT_LEAST && performance.now() >= until) break;
    }
    return erased;
  });
}

export const eraseClaims = (db: Database, claimedBefore: Instant, limit: number): Promise<number> =>
  db.answer(() => Number(db.sql(ERASE_CLAIMS).run(claimedBefore, limit).changes));

/** Erased bytes are zeros in the database; older pages in the write-ahead log still hold them until it is emptied. False: somebody reads from it. */
export const emptyWriteAheadLog = (db: Database): Promise<boolean> =>
  db.answer(() => db.sql('PRAGMA wal_checkpoint(TRUNCATE)').get()!['busy'] === 0);
