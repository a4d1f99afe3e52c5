import type { WebhookSecret } from '../../merchants/webhook.ts';
import { COUNT_DELIVERIES, DELIVERY_COLUMNS, deliveryOf, endpointsOf, selectEndpoints } from '../rows.ts';
import type { WebhookStore } from '../store.ts';
import { change, noted } from './audit.ts';
import type { Database, Query, Statement } from './database.ts';
import { allAgain, forgetMost, oneAgain } from './webhook-backlog.ts';

const ADD = `
  INSERT INTO webhook_endpoints (merchant_id, url, ca_pem, created_at) SELECT $1, $2, $3, $4
  WHERE EXISTS (SELECT 1 FROM merchants WHERE id = $1) ON CONFLICT DO NOTHING`;
const CHANGE =
  'UPDATE webhook_endpoints SET url = $2, ca_pem = $3, failing_since = NULL, disabled_at = NULL WHERE merchant_id = $1';
const DISABLE = 'UPDATE webhook_endpoints SET disabled_at = $2 WHERE merchant_id = $1 AND disabled_at IS NULL';
const ENABLE = 'UPDATE webhook_endpoints SET failing_since = NULL, disabled_at = NULL WHERE merchant_id = $1';
// Two rotations at once go one after the other, and the second sees what the first left.
const LOCK_ENDPOINT = 'SELECT 1 FROM webhook_endpoints WHERE merchant_id = $1 FOR UPDATE';
const ADD_SECRET = 'INSERT INTO webhook_secrets (id, merchant_id, sealed, created_at) VALUES ($1, $2, $3, $4)';
const FORGET_OLD_SECRETS = `
  DELETE FROM webhook_secrets WHERE merchant_id = $1 AND seq NOT IN
  (SELECT seq FROM webhook_secrets WHERE merchant_id = $1 ORDER BY seq DESC LIMIT 2)`;
const FIND: Statement = { name: 'webhook', text: selectEndpoints('WHERE e.merchant_id = $1') };
const ENABLED: Statement = {
  name: 'webhooks-enabled',
  text: 'SELECT merchant_id FROM webhook_endpoints WHERE disabled_at IS NULL',
};
// By the index of each merchant's own: a long backlog of one is never walked through for the others.
const CLAIM: Statement = {
  name: 'webhook-claim',
  text: `
    WITH due AS (
      SELECT d.session_id, e.failing_since FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT session_id, due_at FROM webhook_outbox
        WHERE merchant_id = e.merchant_id AND due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
      ) d
      WHERE e.disabled_at IS NULL AND (e.failing_since IS NULL OR $2::int = 1) AND e.merchant_id <> ALL ($3::text[])
      ORDER BY d.due_at LIMIT $4)
    UPDATE webhook_outbox o SET due_at = $5, attempts = o.attempts + 1 FROM due WHERE o.session_id = due.session_id
    RETURNING ${DELIVERY_COLUMNS.map((column) => `o.${column}`).join(', ')}, due.failing_since`,
};
const DELIVERED: Statement = {
  name: 'webhook-delivered',
  text: `
    WITH well AS (UPDATE webhook_endpoints SET failing_since = NULL WHERE merchant_id = $4 AND failing_since IS NOT NULL)
    UPDATE webhook_outbox SET delivered_at = $1, due_at = NULL, last_at = $1, last_result = $2 WHERE session_id = $3`,
};
const FAILED: Statement = {
  name: 'webhook-failed',
  text: `
    WITH ill AS (UPDATE webhook_endpoints SET failing_since = $2 WHERE merchant_id = $6 AND failing_since IS NULL)
    UPDATE webhook_outbox SET due_at = $1, last_at = $2, last_result = $3
    WHERE session_id = $4 AND attempts = $5 AND delivered_at IS NULL`,
};
const LET_GO = 'UPDATE webhook_outbox SET due_at = $1 WHERE session_id = $2 AND attempts = $3 AND delivered_at IS NULL';
const DELIVERIES = `SELECT ${DELIVERY_COLUMNS.join(', ')} FROM webhook_outbox WHERE merchant_id = $1 ORDER BY at DESC LIMIT $2`;

export function postgresWebhooks(db: Database): WebhookStore {
  return {
    add: ({ merchantId, url, caPem, createdAt, secrets }, act) =>
      change(db, act, async (query) => {
        if ((await query({ text: ADD }, [merchantId, url, caPem, createdAt])).count === 0) return false;
        for (const secret of secrets.toReversed()) await addSecret(query, merchantId, secret);
        return true;
      }),
    change: (merchantId, { url, caPem }, act) =>
      change(db, act, async (query) => (await query({ text: CHANGE }, [merchantId, url, caPem])).count === 1),
    async remove(merchantId, act) {
      await forgetMost(db, merchantId);
      return change(db, act, async (query) => {
        await query({ text: 'DELETE FROM webhook_outbox WHERE merchant_id = $1' }, [merchantId]);
        return (
          (await query({ text: 'DELETE FROM webhook_endpoints WHERE merchant_id = $1' }, [merchantId])).count === 1
        );
      });
    },
    rotateSecret: (merchantId, secret, act) =>
      change(db, act, async (query) => {
        if ((await query({ text: LOCK_ENDPOINT }, [merchantId])).count === 0) return false;
        await addSecret(query, merchantId, secret);
        return true;
      }),
    disable: (merchantId, at, act) =>
      change(db, act, async (query) => (await query({ text: DISABLE }, [merchantId, at])).count === 1),
    find: async (merchantId) => endpointsOf((await db.query(FIND, [merchantId])).rows)[0],
    list: async () => endpointsOf((await db.query({ text: selectEndpoints() })).rows),
    enabled: async () => (await db.query(ENABLED)).rows.map((row) => row['merchant_id'] as string),
    claim: async ({ now, leaseMs, limit, exceptMerchants, failingToo }) =>
      (await db.query(CLAIM, [now, Number(failingToo), exceptMerchants, limit, now + leaseMs])).rows.map((row) => ({
        delivery: deliveryOf(row),
        isFailing: row['failing_since'] !== null,
      })),
    delivered: async ({ sessionId, merchantId }, at, result) =>
      void (await db.query(DELIVERED, [at, result, sessionId, merchantId])),
    failed: async ({ sessionId, merchantId, attempts }, at, result, next) =>
      void (await db.query(FAILED, [next, at, result, sessionId, attempts, merchantId])),
    letGo: async ({ sessionId, attempts }, due) => void (await db.query({ text: LET_GO }, [due, sessionId, attempts])),
    async retry(merchantId, now, sessionId, act) {
      if ((await db.query(FIND, [merchantId])).count === 0) return undefined;
      const all = sessionId === undefined ? await allAgain(db, merchantId, now) : undefined;
      return db.transaction(async (query) => {
        // The event before the endpoint, as deliveries do: else they could wait for each other.
        const again = all ?? (await oneAgain(query, merchantId, now, sessionId!));
        const isEnabled = (await query({ text: ENABLE }, [merchantId])).count === 1;
        return (await noted(query, isEnabled, act)) ? again : undefined;
      });
    },
    deliveries: async (merchantId, limit) =>
      (await db.query({ text: DELIVERIES }, [merchantId, limit])).rows.map(deliveryOf),
    counts: async () =>
      (await db.query({ text: COUNT_DELIVERIES })).rows.map((row) => ({
        merchantId: row['merchant_id'] as string,
        waiting: row['waiting'] as number,
        givenUp: row['given_up'] as number,
      })),
  };
}

async function addSecret(query: Query, merchantId: string, { id, sealed, createdAt }: WebhookSecret): Promise<void> {
  await query({ text: ADD_SECRET }, [id, merchantId, sealed, createdAt]);
  await query({ text: FORGET_OLD_SECRETS }, [merchantId]);
}
