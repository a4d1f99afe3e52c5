import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migratedDatabase } from '../../../test/migrated-database.ts';
import { fingerprint } from '../src/capture/fingerprint.ts';
import { engineThreads } from '../src/capture/engine-threads.ts';
import { startMatchers } from '../src/capture/start-matchers.ts';
import { createLog } from '../src/observability/log.ts';
import { Metrics } from '../src/observability/metrics.ts';
import { TestService } from './running-service.ts';
import { nextStuck } from './stuck-engine.ts';
import { TestClock } from './test-clock.ts';

/** Use, limit and queue of a resource. */
function useOf(text: string, resource: string): number[] {
  const value = (name: string): number =>
    Number(new RegExp(`^authly_capacity_${name}\\{resource="${resource}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return ['used', 'limit', 'waiting'].map(value);
}

it('Postgres: all connections of the pool are used and calls wait; notifications do not arrive', async () => {
  const [database, other] = await Promise.all([migratedDatabase(), migratedDatabase()]);
  const service = await TestService.start({ databaseUrl: database.url, config: { databaseListenUrl: other.url } });
  const locking = new Client({ connectionString: database.url });
  await locking.connect();
  onTestFinished(async () => {
    await locking.end();
    await service.stop();
    await Promise.all([database.drop(), other.drop()]);
  });
  await locking.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  const { sessions } = service.service.store;
  const reads = Array.from({ length: 12 }, () => sessions.list({ limit: 1 }));
  const use = async (): Promise<number[]> => useOf((await service.ops('/metrics')).text, 'database_connections');
  await expect.poll(use).toEqual([10, 10, 2]);
  expect((await service.ops('/metrics')).text).toMatch(/^authly_notifications_missing 1$/m);
  await locking.query('COMMIT');
  await Promise.all(reads);
  await expect.poll(use).toEqual([0, 10, 0]);
});

it('the engine: all threads work and captures wait', async () => {
  const metrics = new Metrics({ version: '0', environment: 'test' });
  await using opened = new AsyncDisposableStack();
  const threads = engineThreads({ most: 1, worker: new URL('./stuck-engine.ts', import.meta.url) });
  const log = createLog({ level: 'error', secretFields: [], destination: { write: () => {} } });
  const parts = {
    config: { matcherUrl: undefined, matcherToken: undefined },
    deadlineClock: new TestClock(),
    log,
    metrics,
    tracer: undefined,
  };
  const { matcherOf } = startMatchers({ fingerprint }, threads, parts, opened);
  const use = async (): Promise<number[]> => useOf((await metrics.text()).body, 'engine_threads');
  expect(await use()).toEqual([0, 1, 0]);
  const stuck = nextStuck();
  for (let i = 0; i < 4; i++) void matcherOf('fingerprint').compare(new Uint8Array(9), new Uint8Array(9), 'mer_1');
  await stuck;
  expect(await use()).toEqual([1, 1, 3]);
});
