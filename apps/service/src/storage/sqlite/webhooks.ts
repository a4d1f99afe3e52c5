import type { WebhookEndpoint, WebhookSecret } from '../../merchants/webhook.ts';
import { COUNT_DELIVERIES, DELIVERY_COLUMNS, deliveryOf, endpointsOf, selectEndpoints } from '../rows.ts';
import type { WebhookClaim, WebhookStore } from '../store.ts';
import { change, noted } from './audit.ts';
import type { Database } from './database.ts';
import { allAgain, forgetMost, oneAgain } from './webhook-backlog.ts';

const ADD = `
  INSERT INTO webhook_endpoints (merchant_id, url, ca_pem, created_at) SELECT ?1, ?2, ?3, ?4
  WHERE EXISTS (SELECT 1 FROM merchants WHERE id = ?1) ON CONFLICT DO NOTHING`;
const CHANGE =
  'UPDATE webhook_endpoints SET url = ?, ca_pem = ?, failing_since = NULL, disabled_at = NULL WHERE merchant_id = ?';
const ADD_SECRET = `
  INSERT INTO webhook_secrets (id, merchant_id, sealed, created_at) SELECT ?1, ?2, ?3, ?4
  WHERE EXISTS (SELECT 1 FROM webhook_endpoints WHERE merchant_id = ?2)`;
const FORGET_OLD_SECRETS = `
  DELETE FROM webhook_secrets WHERE merchant_id = ?1 AND seq NOT IN
  (SELECT seq FROM webhook_secrets WHERE merchant_id = ?1 ORDER BY seq DESC LIMIT 2)`;
const ENABLED = 'SELECT merchant_id FROM webhook_endpoints WHERE disabled_at IS NULL';
// By the index of each merchant's own: a long backlog of one is never walked through for the others.
export const DUE = `
  SELECT ${DELIVERY_COLUMNS.map((column) => `o.${column}`).join(', ')}, e.failing_since
  FROM webhook_endpoints e JOIN webhook_outbox o ON o.session_id =
    (SELECT d.session_id FROM webhook_outbox d WHERE d.merchant_id = e.merchant_id AND d.due_at <= ?1 ORDER BY d.due_at LIMIT 1)
  WHERE e.disabled_at IS NULL AND (e.failing_since IS NULL OR ?2) AND e.merchant_id NOT IN (SELECT value FROM json_each(?3))
  ORDER BY o.due_at LIMIT ?4`;
const CLAIM = 'UPDATE webhook_outbox SET due_at = ?, attempts = attempts + 1 WHERE session_id = ?';
const DELIVERED =
  'UPDATE webhook_outbox SET delivered_at = ?1, due_at = NULL, last_at = ?1, last_result = ?2 WHERE session_id = ?3';
const FAILED = `
  UPDATE webhook_outbox SET due_at = ?1, last_at = ?2, last_result = ?3
  WHERE session_id = ?4 AND attempts = ?5 AND delivered_at IS NULL`;
const LET_GO = 'UPDATE webhook_outbox SET due_at = ? WHERE session_id = ? AND attempts = ? AND delivered_at IS NULL';
const ENABLE = 'UPDATE webhook_endpoints SET failing_since = NULL, disabled_at = NULL WHERE merchant_id = ?';

export function sqliteWebhooks(db: Database): WebhookStore {
  const addSecret = (merchantId: string, { id, sealed, createdAt }: WebhookSecret): boolean => {
    const added = db.sql(ADD_SECRET).run(id, merchantId, sealed, createdAt).changes === 1;
    if (added) db.sql(FORGET_OLD_SECRETS).run(merchantId);
    return added;
  };
  const endpoints = (where = '', ...values: string[]): WebhookEndpoint[] =>
    endpointsOf(db.sql(selectEndpoints(where)).all(...values));
  const due = (claim: Parameters<WebhookStore['claim']>[0]) =>
    db.sql(DUE).all(claim.now, Number(claim.failingToo), JSON.stringify(claim.exceptMerchants), claim.limit);

  return {
    add: ({ merchantId, url, caPem, createdAt, secrets }, act) =>
      change(db, act, () => {
        if (db.sql(ADD).run(merchantId, url, caPem, createdAt).changes === 0) return false;
        for (const secret of secrets.toReversed()) addSecret(merchantId, secret);
        return true;
      }),
    change: (merchantId, { url, caPem }, act) =>
      change(db, act, () => db.sql(CHANGE).run(url, caPem, merchantId).changes === 1),
    async remove(merchantId, act) {
      await forgetMost(db, merchantId);
      return change(db, act, () => {
        db.sql('DELETE FROM webhook_outbox WHERE merchant_id = ?').run(merchantId);
        return db.sql('DELETE FROM webhook_endpoints WHERE merchant_id = ?').run(merchantId).changes === 1;
      });
    },
    rotateSecret: (merchantId, secret, act) => change(db, act, () => addSecret(merchantId, secret)),
    disable: (merchantId, at, act) =>
      change(
        db,
        act,
        () =>
          db
            .sql('UPDATE webhook_endpoints SET disabled_at = ? WHERE merchant_id = ? AND disabled_at IS NULL')
            .run(at, merchantId).changes === 1,
      ),
    find: (merchantId) => db.answer(() => endpoints('WHERE e.merchant_id = ?', merchantId)[0]),
    list: () => db.answer(() => endpoints()),
    enabled: () =>
      db.answer(() =>
        db
          .sql(ENABLED)
          .all()
          .map((row) => row['merchant_id'] as string),
      ),
    async claim(claim) {
      // Nothing is due most of the time: then nobody has to wait for the write lock.
      if ((await db.answer(() => due(claim))).length === 0) return [];
      return db.groupCommit(() =>
        due(claim).map((row): WebhookClaim => {
          const { attempts, ...delivery } = deliveryOf(row);
          db.sql(CLAIM).run(claim.now + claim.leaseMs, delivery.sessionId);
          return { delivery: { ...delivery, attempts: attempts + 1 }, isFailing: row['failing_since'] !== null };
        }),
      );
    },
    delivered: ({ sessionId, merchantId }, at, result) =>
      db.groupCommit(() => {
        db.sql(DELIVERED).run(at, result, sessionId);
        db.sql(
          'UPDATE webhook_endpoints SET failing_since = NULL WHERE merchant_id = ? AND failing_since IS NOT NULL',
        ).run(merchantId);
      }),
    failed: ({ sessionId, merchantId, attempts }, at, result, next) =>
      db.groupCommit(() => {
        db.sql(FAILED).run(next, at, result, sessionId, attempts);
        db.sql('UPDATE webhook_endpoints SET failing_since = ? WHERE merchant_id = ? AND failing_since IS NULL').run(
          at,
          merchantId,
        );
      }),
    letGo: ({ sessionId, attempts }, due) => db.groupCommit(() => void db.sql(LET_GO).run(due, sessionId, attempts)),
    async retry(merchantId, now, sessionId, act) {
      if ((await db.answer(() => endpoints('WHERE e.merchant_id = ?', merchantId))).length === 0) return undefined;
      const all = sessionId === undefined ? await allAgain(db, merchantId, now) : undefined;
      return db.answerAtomically(() => {
        const again = all ?? oneAgain(db, merchantId, now, sessionId!);
        return noted(db, db.sql(ENABLE).run(merchantId).changes === 1, act) ? again : undefined;
      });
    },
    deliveries: (merchantId, limit) =>
      db.answer(() =>
        db
          .sql(
            `SELECT ${DELIVERY_COLUMNS.join(', ')} FROM webhook_outbox WHERE merchant_id = ? ORDER BY at DESC LIMIT ?`,
          )
          .all(merchantId, limit)
          .map(deliveryOf),
      ),
    counts: () =>
      db.answer(() =>
        db
          .sql(COUNT_DELIVERIES)
          .all()
          .map((row) => ({
            merchantId: row['merchant_id'] as string,
            waiting: row['waiting'] as number,
            givenUp: row['given_up'] as number,
          })),
      ),
  };
}
