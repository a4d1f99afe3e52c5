import { attemptLine } from '../../merchants/webhook.ts';
import {
  ATTEMPT_LOG_CHARS,
  DELIVERY,
  WAITING,
  WEBHOOK_BATCH,
  WEBHOOK_RETRY_MS,
  type Outbox,
} from '../tables/webhooks.ts';
import type { Database, Statement } from './database.ts';

// `OFFSET 0` keeps the planner from reading all endpoints for a join.
const LEASE: Statement = {
  name: 'webhook-lease',
  text: `
    WITH RECURSIVE ${WAITING}, due AS (
      SELECT d.session_id, e.failing_since
      FROM waiting w CROSS JOIN LATERAL (
        SELECT * FROM webhook_endpoints WHERE merchant_id = w.merchant_id AND disabled_at IS NULL AND paused_at IS NULL OFFSET 0
      ) e CROSS JOIN LATERAL (
        SELECT session_id, due_at FROM webhook_outbox
        WHERE merchant_id = e.merchant_id AND due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
      ) d
      WHERE (e.failing_since IS NULL OR $2::int = 1) AND e.merchant_id <> ALL ($3::text[])
      ORDER BY d.due_at LIMIT $4)
    UPDATE webhook_outbox o SET due_at = $5, attempts = o.attempts + 1 FROM due WHERE o.session_id = due.session_id
    RETURNING ${DELIVERY.columns.map((column) => `o.${column}`).join(', ')}, due.failing_since`,
};
// Appends, so that no delivery attempt of another process is lost.
const logged = (line: string): string =>
  `attempt_log = right(coalesce(attempt_log, '') || ${line}, ${ATTEMPT_LOG_CHARS})`;
const DELIVERED: Statement = {
  name: 'webhook-delivered',
  text: `
    WITH works AS (UPDATE webhook_endpoints SET failing_since = NULL WHERE merchant_id = $3 AND failing_since IS NOT NULL)
    UPDATE webhook_outbox SET delivered_at = $1, due_at = NULL, ${logged('$4')} WHERE session_id = $2`,
};
const FAILED: Statement = {
  name: 'webhook-failed',
  text: `
    WITH fails AS (UPDATE webhook_endpoints SET failing_since = $2 WHERE merchant_id = $5 AND failing_since IS NULL)
    UPDATE webhook_outbox SET due_at = $1, ${logged('$6')}
    WHERE session_id = $3 AND attempts = $4 AND delivered_at IS NULL`,
};

// A fixed order prevents deadlocks of two retries.
const RETRY = `
  WITH failed AS (
    SELECT session_id FROM webhook_outbox WHERE session_id = ANY ($3::text[]) AND delivered_at IS NULL
    ORDER BY session_id FOR UPDATE)
  UPDATE webhook_outbox o SET due_at = $1, until = $2, attempts = 0 FROM failed WHERE o.session_id = failed.session_id`;
const FORGET = `
  DELETE FROM webhook_outbox WHERE session_id = ANY (ARRAY(
    SELECT session_id FROM webhook_outbox WHERE merchant_id = $1 AND at >= $2 ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED))
  RETURNING at`;

export const postgresOutbox = ({ query }: Database): Outbox => ({
  lease: async ({ now, leaseMs, limit, exceptMerchants, failingToo }) =>
    (await query(LEASE, [now, Number(failingToo), exceptMerchants, limit, now + leaseMs])).rows.map((row) => ({
      delivery: DELIVERY.read(row),
      isFailing: row['failing_since'] !== null,
    })),
  delivered: async ({ sessionId, merchantId, attempts }, at, sent) => {
    await query(DELIVERED, [at, sessionId, merchantId, attemptLine(attempts, at, sent)]);
  },
  failed: async ({ sessionId, merchantId, attempts }, at, sent, next) => {
    await query(FAILED, [next, at, sessionId, attempts, merchantId, attemptLine(attempts, at, sent)]);
  },
  retryBatch: async (ids, now) => (await query({ text: RETRY }, [now, now + WEBHOOK_RETRY_MS, ids])).count,
  async forgetMost(merchantId) {
    for (let from = Number.MIN_SAFE_INTEGER; ; ) {
      const { rows } = await query({ text: FORGET }, [merchantId, from, WEBHOOK_BATCH]);
      if (rows.length < WEBHOOK_BATCH) return;
      // Do not read the locked rows of earlier batches again.
      from = Math.max(...rows.map((row) => row['at'] as number));
    }
  },
});
