import { setTimeout } from 'node:timers/promises';
import type { Instant } from '../../session/session.ts';
import { WEBHOOK_BATCH, WEBHOOK_RETRY_MS } from '../rows.ts';
import type { Database } from './database.ts';

// Also what was delivered is counted as read, so that no statement walks through a long history for a few.
const PAGE = `
  SELECT session_id, at, delivered_at FROM webhook_outbox
  WHERE merchant_id = ?1 AND (at, session_id) > (?2, ?3) ORDER BY at, session_id LIMIT ?4`;
const AGAIN = `
  UPDATE webhook_outbox SET due_at = ?1, until = ?2, attempts = 0
  WHERE session_id IN (SELECT value FROM json_each(?3)) AND delivered_at IS NULL`;
const ONE_AGAIN = `
  UPDATE webhook_outbox SET due_at = ?, until = ?, delivered_at = NULL, attempts = 0
  WHERE merchant_id = ? AND session_id = ?`;
const FORGET = `
  DELETE FROM webhook_outbox WHERE session_id IN
  (SELECT session_id FROM webhook_outbox WHERE merchant_id = ? ORDER BY at LIMIT ?)`;

/** Everything of a merchant that was not delivered is due now, in batches that are each done at once. How many. */
export async function allAgain(db: Database, merchantId: string, now: Instant): Promise<number> {
  let count = 0;
  for (let [at, id] = [Number.MIN_SAFE_INTEGER, '']; ; ) {
    const rows = await db.answer(() => db.sql(PAGE).all(merchantId, at, id, WEBHOOK_BATCH));
    const failed = rows.filter((row) => row['delivered_at'] === null).map((row) => row['session_id'] as string);
    if (failed.length > 0)
      count += await batch(db, () => db.sql(AGAIN).run(now, now + WEBHOOK_RETRY_MS, JSON.stringify(failed)).changes);
    if (rows.length < WEBHOOK_BATCH) return count;
    const last = rows.at(-1)!;
    [at, id] = [last['at'] as number, last['session_id'] as string];
  }
}

export const oneAgain = (db: Database, merchantId: string, now: Instant, sessionId: string): number =>
  Number(db.sql(ONE_AGAIN).run(now, now + WEBHOOK_RETRY_MS, merchantId, sessionId).changes);

/** What waits for a merchant is erased, in batches that are each done at once. What has just ended is left. */
export async function forgetMost(db: Database, merchantId: string): Promise<void> {
  while ((await batch(db, () => db.sql(FORGET).run(merchantId, WEBHOOK_BATCH).changes)) === WEBHOOK_BATCH);
}

/** Then the write lock is left alone for as long as it was held: other processes ask for it only now and then, and must find it free. */
async function batch(db: Database, work: () => number | bigint): Promise<number> {
  const [changes, heldMs] = await db.answerAtomically(() => {
    const since = performance.now();
    return [Number(work()), performance.now() - since] as const;
  });
  if (changes === WEBHOOK_BATCH) await setTimeout(heldMs);
  return changes;
}
