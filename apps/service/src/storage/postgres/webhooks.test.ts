import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import type { TestDatabase } from '../../../../../test/postgres-server.ts';
import { openPostgresStore } from '../postgres.ts';
import type { Store } from '../port/store.ts';
import { recordStatements } from '../test/postgres-plans.ts';
import { NOW, sampleMerchant, walked } from '../test/samples.ts';
import { withConnection } from './migrate.ts';

let database: TestDatabase;
let store: Store;
beforeEach(async () => {
  database = await migratedDatabase();
  store = await openPostgresStore({ url: database.url, environment: 'test' });
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

it('a look for due events reads the endpoints with waiting events only, however many there are', async () => {
  await withConnection(database.url, async (client) => {
    await client.query(`
      INSERT INTO merchants (id, name, reader, device_binding, bio_base_url, bio_timeout_ms, bio_retries, session_lifetime_s, attempts_per_hour, rate_limits, created_at)
      SELECT 'mer_' || i, 'A shop', false, 'off', 'https://shop.example', 1, 1, 1, 1, '{}', i FROM generate_series(1, 2000) i;
      INSERT INTO webhook_endpoints (merchant_id, url, created_at) SELECT id, 'https://shop.example', 1 FROM merchants;
      ANALYZE`);
    for (const merchantId of ['mer_7', 'mer_7', 'mer_9'])
      await walked(store, [{ event: 'open' }, { event: 'cancel' }], { merchantId });
    const recorded = recordStatements();
    const wanted = { now: NOW, leaseMs: 1000, limit: 9, exceptMerchants: [], failingToo: true };
    const leased = (await store.webhooks.lease(wanted)).map(({ delivery }) => delivery.merchantId);
    expect(leased.sort()).toEqual(['mer_7', 'mer_9']);
    await store.webhooks.oldestDue();
    const { asked } = recorded;
    recorded.stop();
    const read: number[] = [];
    for (const [text, values] of asked) {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      read.push(rowsOf(rows[0]!['QUERY PLAN'][0].Plan, 'webhook_endpoints'));
    }
    expect(read).toEqual([2, 2]);
  });
});

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

/** Rows of this table that the statement has read. */
const rowsOf = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table ? Math.round(plan['Actual Rows'] * plan['Actual Loops']) : 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each, table), 0);

describe('a locked event', () => {
  it('is locked before its endpoint by a retry, a delivery and a failure, so that they cannot deadlock', async () => {
    const merchantId = 'mer_1';
    await store.merchants.add(sampleMerchant({ id: merchantId }));
    await store.webhooks.add({ merchantId, url: 'https://shop.example', caPem: null, secrets: [], createdAt: NOW });
    const { id } = await walked(store, [{ event: 'open' }, { event: 'cancel' }], { merchantId });
    const wanted = { now: NOW, leaseMs: 1000, limit: 1, exceptMerchants: [], failingToo: true };
    const { delivery } = (await store.webhooks.lease(wanted))[0]!;
    const works = [
      () => store.webhooks.retry(merchantId, NOW, id),
      () => store.webhooks.retry(merchantId, NOW),
      () => store.webhooks.failed({ ...delivery, attempts: 0 }, NOW, { result: '500', ms: 12 }, NOW),
      () => store.webhooks.delivered(delivery, NOW, { result: '200', ms: 12 }),
      () => store.webhooks.remove(merchantId),
    ];
    await withConnection(database.url, async (holder) => {
      const waiting = async (): Promise<number> => {
        const blocked = 'SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))';
        return (await holder.query(blocked)).rows.length;
      };
      for (const work of works) {
        await holder.query('BEGIN');
        await holder.query('SELECT 1 FROM webhook_outbox FOR UPDATE');
        const done = work();
        await expect.poll(waiting).toBe(1);
        await holder.query('SELECT 1 FROM webhook_endpoints FOR UPDATE NOWAIT');
        await holder.query('COMMIT');
        await done;
      }
    });
  });
});
