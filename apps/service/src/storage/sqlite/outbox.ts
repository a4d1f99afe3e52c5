import { setTimeout } from 'node:timers/promises';
import { attemptLine } from '../../merchants/webhook.ts';
import type { WebhookLease, WebhookStore } from '../port/store.ts';
import {
  ATTEMPT_LOG_CHARS,
  DELIVERY,
  WAITING,
  WEBHOOK_BATCH,
  WEBHOOK_RETRY_MS,
  type Outbox,
} from '../tables/webhooks.ts';
import type { Database } from './database.ts';

const DUE = `
  WITH RECURSIVE ${WAITING}
  SELECT ${DELIVERY.columns.map((column) => `o.${column}`).join(', ')}, e.failing_since
  FROM waiting w JOIN webhook_endpoints e ON e.merchant_id = w.merchant_id JOIN webhook_outbox o ON o.session_id =
    (SELECT d.session_id FROM webhook_outbox d WHERE d.merchant_id = e.merchant_id AND d.due_at <= ?1 ORDER BY d.due_at LIMIT 1)
  WHERE e.disabled_at IS NULL AND e.paused_at IS NULL AND (e.failing_since IS NULL OR ?2) AND e.merchant_id NOT IN (SELECT value FROM json_each(?3))
  ORDER BY o.due_at LIMIT ?4`;
const LEASE = 'UPDATE webhook_outbox SET due_at = ?, attempts = attempts + 1 WHERE session_id = ?';
const logged = (line: string): string =>
  `attempt_log = substr(coalesce(attempt_log, '') || ${line}, -${ATTEMPT_LOG_CHARS})`;
const DELIVERED = `
  UPDATE webhook_outbox
  SET delivered_at = ?1, due_at = NULL, ${logged('?2')} WHERE session_id = ?3`;
const WORKS = 'UPDATE webhook_endpoints SET failing_since = NULL WHERE merchant_id = ? AND failing_since IS NOT NULL';
const FAILED = `
  UPDATE webhook_outbox SET due_at = ?1, ${logged('?2')}
  WHERE session_id = ?3 AND attempts = ?4 AND delivered_at IS NULL`;
const FAILS = 'UPDATE webhook_endpoints SET failing_since = ? WHERE merchant_id = ? AND failing_since IS NULL';

const RETRY = `
  UPDATE webhook_outbox SET due_at = ?1, until = ?2, attempts = 0
  WHERE session_id IN (SELECT value FROM json_each(?3)) AND delivered_at IS NULL`;
const FORGET = `
  DELETE FROM webhook_outbox WHERE session_id IN
  (SELECT session_id FROM webhook_outbox WHERE merchant_id = ? ORDER BY at LIMIT ?)`;

export function sqliteOutbox(db: Database): Outbox {
  const due = ({ now, failingToo, exceptMerchants, limit }: Parameters<WebhookStore['lease']>[0]) =>
    db.sql(DUE).all(now, Number(failingToo), JSON.stringify(exceptMerchants), limit);

  return {
    async lease(wanted) {
      // Usually nothing is due. Then the write lock is not needed.
      if ((await db.answer(() => due(wanted))).length === 0) return [];
      return db.groupCommit(() =>
        due(wanted).map((row): WebhookLease => {
          const { attempts, ...delivery } = DELIVERY.read(row);
          db.sql(LEASE).run(wanted.now + wanted.leaseMs, delivery.sessionId);
          return { delivery: { ...delivery, attempts: attempts + 1 }, isFailing: row['failing_since'] !== null };
        }),
      );
    },
    delivered: ({ sessionId, merchantId, attempts }, at, sent) =>
      db.groupCommit(() => {
        db.sql(DELIVERED).run(at, attemptLine(attempts, at, sent), sessionId);
        db.sql(WORKS).run(merchantId);
      }),
    failed: ({ sessionId, merchantId, attempts }, at, sent, next) =>
      db.groupCommit(() => {
        db.sql(FAILED).run(next, attemptLine(attempts, at, sent), sessionId, attempts);
        db.sql(FAILS).run(at, merchantId);
      }),
    retryBatch: (ids, now) =>
      batch(db, () => db.sql(RETRY).run(now, now + WEBHOOK_RETRY_MS, JSON.stringify(ids)).changes),
    async forgetMost(merchantId) {
      while ((await batch(db, () => db.sql(FORGET).run(merchantId, WEBHOOK_BATCH).changes)) === WEBHOOK_BATCH);
    },
  };
}

/** Releases the write lock for as long as it was held, because other processes poll for it. */
async function batch(db: Database, work: () => number | bigint): Promise<number> {
  let began = 0;
  const held = (): number => {
    began = performance.now();
    return Number(work());
  };
  const changes = await db.answer(() => db.transaction(held));
  if (changes === WEBHOOK_BATCH) await setTimeout(performance.now() - began);
  return changes;
}
