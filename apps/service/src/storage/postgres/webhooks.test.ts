import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import type { TestDatabase } from '../../../../../test/postgres-server.ts';
import { openPostgresStore } from '../postgres.ts';
import type { Store } from '../port/store.ts';
import { NOW, sampleMerchant, walked } from '../test/samples.ts';
import { withConnection } from './migrate.ts';

describe('a locked event', () => {
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
