import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { captured } from '../../apps/service/test/app-side.ts';
import { runAuthly, type CliRun } from '../../apps/service/test/cli-run.ts';
import { PageSide } from '../../apps/service/test/page-side.ts';
import { TestService } from '../../apps/service/test/running-service.ts';
import { SdkMerchant } from '../../apps/service/test/sdk-merchant.ts';
import { MIGRATIONS, migrateDatabase, withConnection } from '../../apps/service/src/storage/postgres/migrate.ts';
import { openPostgresStore } from '../../apps/service/src/storage/postgres.ts';
import { longestWindow } from '../../apps/service/src/storage/test/postgres-databases.ts';
import { sampleKey, walked } from '../../apps/service/src/storage/test/samples.ts';
import { storeSuite } from '../../apps/service/src/storage/test/store-suite.ts';
import type { EmptyDatabase } from '../../apps/service/src/storage/test/fixture.ts';
import { templateOf, captureOf } from '../../packages/fingerprint/test/finger-captures.ts';
import { postgresTools } from '../../lab/rehearse/postgres-tools.ts';
import { forkServers } from '../../test/forked-servers.ts';
import { migratedDatabase } from '../../test/migrated-database.ts';
import { createDatabase, createTemplate, startPostgres, type TestDatabase } from '../../test/postgres-server.ts';
import { POOL_SIZE, startPgbouncer, type RunningPgbouncer } from '../test/running-pgbouncer.ts';

/** PgBouncer sets them for the client of each transaction. */
const KEPT_BY_PGBOUNCER =
  "'application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings'";

let transaction: RunningPgbouncer;
let strict: RunningPgbouncer;
let session: RunningPgbouncer;
beforeAll(async () => {
  const serverUrl = inject('postgresUrl');
  transaction = await startPgbouncer(serverUrl, { mode: 'transaction', ignoresStartupParameters: true });
  strict = await startPgbouncer(serverUrl, { mode: 'transaction', ignoresStartupParameters: false });
  session = await startPgbouncer(serverUrl, { mode: 'session', ignoresStartupParameters: true });
});
afterAll(() => Promise.all([transaction, strict, session].map((each) => each?.[Symbol.asyncDispose]())));

/** The user and password are those of AUTHLY_DATABASE_URL. */
const direct = (url: string): string => url.replace('authly:authly@', '');

const authly = (words: string[], url: string, more: Record<string, string> = {}): Promise<CliRun> =>
  runAuthly(words, { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: tmpdir(), AUTHLY_DATABASE_URL: url, ...more });

describe('the store through PgBouncer in transaction mode', () => {
  const databaseOf = (database: TestDatabase): EmptyDatabase => ({
    options: {
      dataDir: tmpdir(),
      databaseUrl: transaction.through(database.url),
      databaseListenUrl: database.url,
      environment: 'test',
    },
    remove: () => database.drop(),
  });
  storeSuite(
    {
      empty: async () => databaseOf(await createDatabase(inject('postgresUrl'))),
      migrated: async () => databaseOf(await migratedDatabase()),
    },
    {
      released: MIGRATIONS,
      sql: (database, text) =>
        withConnection(database.options.databaseListenUrl!, async (connection) => void (await connection.query(text))),
      migrateWith: (database, known) =>
        withConnection(database.options.databaseUrl!, (connection) => migrateDatabase(connection, known)),
      longestWindow,
    },
  );
});

describe('a start detects a pool', () => {
  const opened = async (through: (url: string) => string, listen?: (url: string) => string): Promise<unknown[]> => {
    const database = await migratedDatabase();
    const listenUrl = listen?.(database.url);
    const store = await openPostgresStore({ url: through(database.url), listenUrl, environment: 'test' });
    const found = [store.isPooled, await store.check()];
    await store.close();
    await database.drop();
    return found;
  };
  const MISSING = [expect.stringContaining('Set AUTHLY_DATABASE_LISTEN_URL to the database server itself')];

  it('without a pool, uses prepared statements, session settings and notifications', async () =>
    expect(await opened((url) => url)).toEqual([false, []]));
  it('a pool that ignores settings of a session', async () =>
    expect(await opened((url) => transaction.through(url), direct)).toEqual([true, []]));
  it('a pool that refuses them', async () =>
    expect(await opened((url) => strict.through(url), direct)).toEqual([true, []]));
  it('works without a direct connection, and warns', async () => {
    expect(await opened((url) => transaction.through(url))).toEqual([true, MISSING]);
    expect(await opened((url) => strict.through(url))).toEqual([true, MISSING]);
  });
  it('a pool in session mode carries notifications if AUTHLY_DATABASE_LISTEN_URL names it', async () =>
    expect(
      await opened(
        (url) => session.through(url),
        (url) => session.through(url),
      ),
    ).toEqual([true, []]));
});

it('a primary that returned with older data is noticed by the next check, and refused by every call', async () => {
  await using servers = await forkServers();
  await using pool = await startPgbouncer(servers.url, { mode: 'transaction', ignoresStartupParameters: true });
  const store = await openPostgresStore({ url: pool.through(servers.url), environment: 'test' });
  await store.check();
  await servers.goBack();
  // PgBouncer fails the first call of each broken connection.
  await expect.poll(() => store.check().catch((error: unknown) => error)).toMatchObject({ reason: 'old_timeline' });
  await expect(store.sessions.find('ses_1')).rejects.toMatchObject({ reason: 'old_timeline' });
  await store.close();
});

describe('a pool in transaction mode without AUTHLY_DATABASE_LISTEN_URL', () => {
  const LEFT = `
    SELECT name AS left FROM pg_settings WHERE source = 'session' AND name NOT IN (${KEPT_BY_PGBOUNCER})
    UNION ALL SELECT 'channel ' || channel FROM pg_listening_channels() AS channel
    UNION ALL SELECT 'lock ' || mode FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'
    UNION ALL SELECT 'statement ' || name FROM pg_prepared_statements
    UNION ALL SELECT 'table ' || relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()`;

  it('has server connections with their own settings only, whatever processes and commands did; a backup needs the direct address', async () => {
    // The pg_dump has the server's version.
    const server = await startPostgres({ durable: true, binaries: postgresTools() });
    onTestFinished(() => server.remove());
    const database = await createTemplate(server.url);
    await using pool = await startPgbouncer(server.url, { mode: 'transaction', ignoresStartupParameters: true });
    const url = pool.through(database.url);
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore({ url, environment: 'test' })));
    const works = stores.map(async (store) => {
      await store.sessions.prepare(Date.now());
      await Promise.all(Array.from({ length: 8 }, () => walked(store, [{ event: 'open' }, { event: 'cancel' }])));
      await store.attempts.count('key', 9, 0, 1);
      await store.keys.add(sampleKey(), undefined);
      await store.sessions.erase(1, 100);
      await store.check();
    });
    await Promise.all(works);
    const folder = mkdtempSync(join(tmpdir(), 'authly-pooled-'));
    const backup = ['backup', join(folder, 'authly.dump')];
    for (const command of ['doctor', 'migrate']) await authly([command], url);
    expect(await authly(backup, url)).toMatchObject({
      code: 1,
      error: 'authly: AUTHLY_DATABASE_URL is a pool: set AUTHLY_DATABASE_LISTEN_URL to the server itself\n',
    });
    const made = await authly(backup, url, { AUTHLY_DATABASE_LISTEN_URL: direct(database.url) });
    expect(made).toMatchObject({ code: 0, error: '' });
    expect((await authly(['doctor'], url)).out).toContain('the last was made at 20');
    rmSync(folder, { recursive: true });
    // Each transaction holds one of the server connections.
    const clients = Array.from({ length: POOL_SIZE }, () => new Client({ connectionString: url }));
    const left = clients.map(async (client) => {
      await client.connect();
      await client.query('BEGIN');
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return [rows[0]!.pid, (await client.query<{ left: string }>(LEFT)).rows.map((row) => row.left)] as const;
    });
    const found = await Promise.all(left);
    expect(new Set(found.map(([pid]) => pid)).size).toBe(POOL_SIZE);
    expect(found.map(([, things]) => things)).toEqual(found.map(() => []));
    await Promise.all([...clients.map((client) => client.end()), ...stores.map((store) => store.close())]);
  });
});

describe('authly doctor through PgBouncer', () => {
  it('reports the pool, the unused features and the settings to change', async () => {
    const database = await migratedDatabase();
    const found = async (more: Record<string, string> = {}): Promise<unknown> => {
      const { out } = await authly(['doctor', '--json'], transaction.through(database.url), more);
      const { findings } = JSON.parse(out) as { findings: { check: string; detail: string }[] };
      return findings.find(({ check }) => check === 'database')!.detail;
    };
    expect(await found()).toMatch(
      /through a connection pool, without prepared statements; .* Set AUTHLY_DATABASE_LISTEN/,
    );
    expect(await found({ AUTHLY_DATABASE_LISTEN_URL: database.url })).toMatch(
      /without prepared statements; notifications arrive over AUTHLY_DATABASE_LISTEN_URL$/,
    );
    await database.drop();
  });
});

describe('two services through PgBouncer in transaction mode', () => {
  it('serve sessions without a failed call under load, and a page shows a change by another process', async () => {
    const database = await migratedDatabase();
    const config = { databaseListenUrl: database.url };
    const one = await TestService.start({ databaseUrl: transaction.through(database.url), config });
    const { folder } = one;
    const two = await TestService.start({ databaseUrl: transaction.through(database.url), config, folder });
    const merchant = await SdkMerchant.start(one);
    for (const [impression, mode] of (['enroll', 'verify'] as const).entries()) {
      const page = await PageSide.open(merchant.calls, { payload: { finger: 'RI' } }, mode);
      await (await page.join()).callback(captured(templateOf(captureOf(12, impression))));
      expect((await merchant.calls.result(page.sessionId)).json).toMatchObject({ status: 'succeeded' });
    }
    const creations = Array.from({ length: 200 }, (_, i) =>
      merchant.calls.enroll({ merchant_user_ref: `user-${i}` }).then(({ status, json }) => [status, json] as const),
    );
    const ids = (await Promise.all(creations)).map(([status, json]) => {
      expect(status).toBe(201);
      return (json as { session_id: string }).session_id;
    });
    const reads = await Promise.all(
      ids.map((id, i) => two.get(`/v1/sessions/${id}/result?merchant_user_ref=user-${i}`, merchant.calls.token)),
    );
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    await expect.poll(async () => (await two.ops('/readyz')).json).toEqual({ status: 'ready' });
    await merchant.stop();
    await two.stop();
    await one.stop();
    await database.drop();
  });

  it('/readyz reports the missing direct connection', async () => {
    const database = await migratedDatabase();
    const service = await TestService.start({ databaseUrl: transaction.through(database.url) });
    await expect
      .poll(async () => (await service.ops('/readyz')).json)
      .toEqual({
        status: 'ready',
        warnings: [expect.stringContaining('AUTHLY_DATABASE_LISTEN_URL') as string],
      });
    await service.stop();
    await database.drop();
  });
});
