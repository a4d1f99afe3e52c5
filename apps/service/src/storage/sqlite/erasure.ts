import { firstSessionIdAt } from '../../session/session-id.ts';
import type { Instant } from '../../session/session.ts';
import type { Value } from '../tables/table-access.ts';
import type { Database } from './database.ts';

const OLDEST = 'SELECT id FROM sessions WHERE id < ? ORDER BY id LIMIT ?';
const OLDEST_CLAIMS =
  'SELECT merchant_id, endpoint, key FROM idempotency_claims WHERE claimed_at < ? ORDER BY claimed_at LIMIT ?';
const ERASE_CLAIM_BY_KEY = 'DELETE FROM idempotency_claims WHERE merchant_id = ? AND endpoint = ? AND key = ?';

/** Maximum time that one batch blocks this process. It erases at least one row. */
const BUDGET_MS = 5;

/** Erases rows until the time is up: in a large store each may have to be read from disk. */
function eraseInTime(
  db: Database,
  oldest: { readonly text: string; readonly values: readonly Value[] },
  erase: (row: Record<string, unknown>) => void,
  budgetMs: number = BUDGET_MS,
): Promise<number> {
  return db.groupCommit(() => {
    const until = performance.now() + budgetMs;
    let erased = 0;
    for (const row of db.sql(oldest.text).all(...oldest.values)) {
      erase(row);
      erased++;
      if (performance.now() >= until) break;
    }
    return erased;
  });
}

export const eraseSessions = (
  db: Database,
  createdBefore: Instant,
  limit: number,
  budgetMs?: number,
): Promise<number> =>
  eraseInTime(
    db,
    { text: OLDEST, values: [firstSessionIdAt(createdBefore), limit] },
    (row) => {
      const id = row['id'] as string;
      db.sql('DELETE FROM session_events WHERE session_id = ?').run(id);
      db.sql('DELETE FROM bio_attempts WHERE session_id = ?').run(id);
      db.sql('DELETE FROM sessions WHERE id = ?').run(id);
    },
    budgetMs,
  );

export const eraseClaims = (db: Database, claimedBefore: Instant, limit: number): Promise<number> =>
  eraseInTime(db, { text: OLDEST_CLAIMS, values: [claimedBefore, limit] }, (row) => {
    db.sql(ERASE_CLAIM_BY_KEY).run(row['merchant_id'] as string, row['endpoint'] as string, row['key'] as string);
  });

/** Erased data remains in the write-ahead log until it is truncated. Returns false if a reader uses it. */
export const emptyWriteAheadLog = (db: Database): Promise<boolean> =>
  db.answer(() => db.sql('PRAGMA wal_checkpoint(TRUNCATE)').get()!['busy'] === 0);
