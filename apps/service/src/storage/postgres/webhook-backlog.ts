import type { Instant } from '../../session/session.ts';
import { WEBHOOK_BATCH, WEBHOOK_RETRY_MS } from '../rows.ts';
import type { Database, Query } from './database.ts';

// Also what was delivered is counted as read, so that no statement walks through a long history for a few.
const PAGE = `
  SELECT session_id, at, delivered_at FROM webhook_outbox
  WHERE merchant_id = $1 AND at >= $2 AND (at, session_id) > ($2, $3) ORDER BY at, session_id LIMIT $4`;
// In one order, so that two retries at once wait for each other and nothing else.
const AGAIN = `
  WITH failed AS (
    SELECT session_id FROM webhook_outbox WHERE session_id = ANY ($3::text[]) AND delivered_at IS NULL
    ORDER BY session_id FOR UPDATE)
  UPDATE webhook_outbox o SET due_at = $1, until = $2, attempts = 0 FROM failed WHERE o.session_id = failed.session_id`;
const ONE_AGAIN = `
  UPDATE webhook_outbox SET due_at = $1, until = $2, delivered_at = NULL, attempts = 0
  WHERE merchant_id = $3 AND session_id = $4`;
const FORGET = `
  DELETE FROM webhook_outbox WHERE session_id = ANY (ARRAY(
    SELECT session_id FROM webhook_outbox WHERE merchant_id = $1 AND at >= $2 ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED))
  RETURNING at`;

/** Everything of a merchant that was not delivered is due now, in batches that are each done at once. How many. */
export async function allAgain({ query }: Database, merchantId: string, now: Instant): Promise<number> {
  let count = 0;
  for (let [at, id] = [Number.MIN_SAFE_INTEGER, '']; ; ) {
    const { rows } = await query({ text: PAGE }, [merchantId, at, id, WEBHOOK_BATCH]);
    const failed = rows.filter((row) => row['delivered_at'] === null).map((row) => row['session_id'] as string);
    if (failed.length > 0) count += (await query({ text: AGAIN }, [now, now + WEBHOOK_RETRY_MS, failed])).count;
    if (rows.length < WEBHOOK_BATCH) return count;
    const last = rows.at(-1)!;
    [at, id] = [last['at'] as number, last['session_id'] as string];
  }
}

export const oneAgain = async (query: Query, merchantId: string, now: Instant, sessionId: string): Promise<number> =>
  (await query({ text: ONE_AGAIN }, [now, now + WEBHOOK_RETRY_MS, merchantId, sessionId])).count;

/** What waits for a merchant is erased, in batches that are each done at once. What somebody holds, or has just ended, is left. */
export async function forgetMost({ query }: Database, merchantId: string): Promise<void> {
  for (let from = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await query({ text: FORGET }, [merchantId, from, WEBHOOK_BATCH]);
    if (rows.length < WEBHOOK_BATCH) return;
    // Not through the remains of the batches before, again and again.
    from = Math.max(...rows.map((row) => row['at'] as number));
  }
}
