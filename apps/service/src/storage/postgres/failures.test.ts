import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createDatabase,
  createTemplate,
  startPostgres,
  type PostgresServer,
} from '../../../../../test/postgres-server.ts';
import { Network } from '../../../../../lab/chaos/network.ts';
import { openPostgresStore } from '../postgres.ts';
import { StoreUnavailableError, type Store } from '../port/store.ts';
import { moveOf, sampleClaim, sampleSession, walked } from '../test/samples.ts';
import { creations } from './creation.ts';
import { openDatabase, type Database } from './database.ts';
import { postgresError } from './errors.ts';
import { withConnection } from './migrate.ts';

const unreachable = { name: 'StoreUnavailableError', reason: 'unreachable' };
/** Repeats until it holds: recovery takes as long as the server needs. */
const soon = (attempt: () => Promise<unknown>) => vi.waitFor(attempt, { timeout: 25_000, interval: 50 });

let server: PostgresServer;
let template: string;
beforeAll(async () => {
  server = await startPostgres();
  template = (await createTemplate(server.url)).name;
});
afterAll(() => server.remove());

/** A connection for one test. */
async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
const inDatabase = async (url: string, text: string): Promise<unknown[]> =>
  withConnection(url, async (client) => (await client.query(text)).rows as unknown[]);
const soonRows = (text: string, rows: number) =>
  soon(async () => expect(await inDatabase(server.url, text)).toHaveLength(rows));
const opened = (readUrl: () => string): Database => {
  const db = openDatabase({ readUrl, onError: () => {} });
  onTestFinished(() => db.close());
  return db;
};

describe('a separate server', () => {
  let url: string;
  let store: Store;
  let other: Store;
  const errors: unknown[] = [];
  beforeEach(async () => {
    url = (await createDatabase(server.url, template)).url;
    store = await openPostgresStore({ url, environment: 'test', onError: (error) => void errors.push(error) });
    other = await openPostgresStore({ url, environment: 'test' });
  });
  afterEach(() => Promise.all([store.close(), other.close()]));

  it('calls to a stopped server are unreachable; after its restart the same store works again, changes included', async () => {
    const session = sampleSession();
    await store.sessions.create(session);
    const told: string[] = [];
    other.sessions.onChange((id) => void told.push(id));

    await server.stop();
    for (const call of [
      () => store.check(),
      () => store.sessions.find(session.id),
      () => store.sessions.create(sampleSession(), sampleClaim()),
      () => store.rateWindows.take([{ key: 'k', limit: 1 }], 1, 1),
      () => store.sessions.erase(1, 1),
    ]) {
      await expect(call()).rejects.toMatchObject(unreachable);
    }
    await expect(openPostgresStore({ url, environment: 'test' })).rejects.toMatchObject(unreachable);
    expect(errors.length).toBeGreaterThan(0);

    await server.start();
    await soon(() => store.check());
    expect(await store.sessions.find(session.id)).toStrictEqual(session);
    // Changes arrive after the other store has reconnected its listener.
    await soon(async () => {
      await walked(store, [{ event: 'open' }]);
      expect(told.length).toBeGreaterThan(0);
    });
  });

  it('a database without writes: read_only, and reads work', async () => {
    const session = await walked(store, []);
    await inDatabase(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    const reader = await openPostgresStore({ url, environment: 'test' });
    await expect(reader.check()).rejects.toMatchObject({ reason: 'read_only' });
    await expect(reader.sessions.create(sampleSession())).rejects.toMatchObject({ reason: 'read_only' });
    expect(await reader.sessions.find(session.id)).toStrictEqual(session);
    await reader.close();
  });

  it('a row locked too long by another transaction: busy, and nothing changes', async () => {
    const session = await walked(store, []);
    const holder = await connect(url);
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM sessions FOR UPDATE');
    await expect(store.sessions.move(moveOf(session, { event: 'open' }))).rejects.toMatchObject({ reason: 'busy' });
    await holder.query('ROLLBACK');
    expect(await store.sessions.find(session.id)).toStrictEqual(session);
    expect(await store.sessions.events(session.id)).toHaveLength(1);
  });

  it('a sweep of rate windows skips a window that a take holds, so that they cannot deadlock', async () => {
    for (const key of ['free', 'held']) await store.rateWindows.take([{ key, limit: 1 }], 1000, 1);
    const holder = await connect(url);
    await holder.query("BEGIN; SELECT 1 FROM rate_windows WHERE key = 'held' FOR UPDATE");
    await store.rateWindows.sweep(2);
    await holder.end();
    expect(await inDatabase(url, 'SELECT key FROM rate_windows')).toEqual([{ key: 'held' }]);
  });
});

it('pool and listener read a rotated password from its file', async () => {
  const { url } = await createDatabase(server.url, template);
  const folder = mkdtempSync(join(tmpdir(), 'authly-rotation-'));
  const urlFile = join(folder, 'url');
  const role = `rotated_${randomBytes(4).toString('hex')}`;
  const as = (password: string): string => url.replace('authly:authly@', `${role}:${password}@`);
  await inDatabase(server.url, `CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'one'`);
  writeFileSync(urlFile, `${as('one')}\n`);
  const rotating = await openPostgresStore({ url: as('one'), urlFile, environment: 'test' });
  const other = await openPostgresStore({ url, environment: 'test' });
  const breakAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`;

  await inDatabase(server.url, `ALTER ROLE ${role} PASSWORD 'two'`);
  await inDatabase(server.url, breakAll);
  await soon(() => expect(rotating.check()).rejects.toMatchObject(unreachable));
  writeFileSync(urlFile, as('two'));
  await soon(async () => expect(await rotating.check()).toEqual([]));
  // A notification that is sent before the listener is back is missed. Its proof leaves through the pool.
  const listening = `SELECT 1 FROM pg_stat_activity WHERE usename = '${role}' AND application_name = 'authly listen' AND state = 'idle' AND query ~ 'LISTEN'`;
  await soonRows(listening, 1);
  const heard: string[] = [];
  rotating.sessions.onChange((id) => void heard.push(id));
  const session = sampleSession();
  await other.sessions.create(session);
  await other.sessions.move(moveOf(session, { event: 'open' }));
  await soon(async () => expect(heard).toEqual([session.id]));
  await inDatabase(server.url, `ALTER ROLE ${role} PASSWORD 'three'`);
  writeFileSync(urlFile, as('three'));
  await inDatabase(server.url, breakAll);
  await soon(() => Promise.all(Array.from({ length: 20 }, () => rotating.sessions.find(session.id))));
  await Promise.all([rotating.close(), other.close()]);
  rmSync(folder, { recursive: true });
});

it('a rotated password fails no call that waits for a connection', async () => {
  const role = `rotated_${randomBytes(4).toString('hex')}`;
  const as = (password: string): string => server.url.replace('authly:authly@', `${role}:${password}@`);
  await inDatabase(server.url, `CREATE ROLE ${role} LOGIN PASSWORD 'one'`);
  let url = as('one');
  const db = openDatabase({ readUrl: () => url, onError: () => {} });
  const holder = await connect(server.url);
  await holder.query('SELECT pg_advisory_lock(1)');
  const busy = Array.from({ length: 10 - 4 }, () => db.query({ text: 'SELECT pg_advisory_lock_shared(1)' }));
  const connected = `SELECT 1 FROM pg_stat_activity WHERE usename = '${role}'`;
  const blocked = `${connected} AND wait_event = 'advisory'`;
  await soonRows(blocked, busy.length);
  await inDatabase(server.url, `ALTER ROLE ${role} PASSWORD 'two'`);
  url = as('two');
  const answers = await Promise.all(Array.from({ length: 20 }, () => db.query({ text: 'SELECT 1 AS one' })));
  expect(answers).toHaveLength(20);
  await holder.end();
  await Promise.all(busy);
  await db.close();
  await soonRows(connected, 0);
});

it('a call that waits too long for a connection of the pool fails as busy, not as unreachable', async () => {
  const db = opened(() => server.url);
  const done = Promise.withResolvers<void>();
  const held = Array.from({ length: 10 }, () =>
    db.transaction(async (query) => {
      await query({ text: 'SELECT 1' });
      await done.promise;
    }),
  );
  await soon(async () => expect(db.connections().used).toBe(10));
  await expect(db.query({ text: 'SELECT 1' })).rejects.toMatchObject({
    reason: 'busy',
    message: 'all database connections of this process are in use',
  });
  done.resolve();
  await Promise.all(held);
});

describe('a warning of the server', () => {
  it('about another matter leaves the statement successful', async () => {
    const warn = "DO $$ BEGIN RAISE WARNING 'NOTIFY queue is 50%% full'; END $$";
    await expect(opened(() => server.url).query({ text: warn })).resolves.toMatchObject({ rows: [] });
  });

  it('about a commit that no standby confirmed fails the statement', async () => {
    const standbys = async (names: string): Promise<void> => {
      await inDatabase(server.url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await inDatabase(server.url, 'SELECT pg_reload_conf()');
    };
    await standbys('missing');
    const db = opened(() => server.url);
    // The server reads its setting a moment later: until then, commits need no standby.
    const writes = async (): Promise<never> => {
      for (let i = 0; ; i++) await db.query({ text: `CREATE TABLE unconfirmed_${i} ()` });
    };
    const write = Promise.allSettled([writes()]);
    const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    await soonRows(cancel, 1);
    expect(await write).toMatchObject([{ status: 'rejected', reason: { reason: 'busy' } }]);
    await standbys('');
  });
});

it('a second read that fails does so for the replayed create, and not for the stored ones of its batch', async () => {
  const [stored, replayed] = [sampleSession(), sampleSession()];
  // The connection breaks after the batch has committed.
  const query = vi.fn<Database['query']>().mockRejectedValue(new StoreUnavailableError('unreachable', 'broken'));
  query.mockResolvedValueOnce({ rows: [{ id: stored.id }], count: 1 });
  const batch = creations({ query } as unknown as Database);
  const [first, second] = await Promise.allSettled([
    batch.add({ session: stored, claim: undefined }),
    batch.add({ session: replayed, claim: sampleClaim() }),
  ]);
  expect(first).toEqual({ status: 'fulfilled', value: { outcome: 'created' } });
  expect(second).toMatchObject({ status: 'rejected', reason: unreachable });
});

describe('behind a network', () => {
  const networks: Network[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i++) networks.push(await Network.to(Number(new URL(server.url).port)));
    return () => networks.forEach((network) => network.close());
  });
  const addressOf = (...through: Network[]): string =>
    `postgres://authly:authly@${through.map(({ port }) => `127.0.0.1:${port}`).join()}/postgres`;

  it('a cut connection fails its calls, and the process continues', async () => {
    const [network] = networks;
    const db = opened(() => addressOf(network!));
    const sleep = { text: 'SELECT pg_sleep(30)' };
    const calls = Promise.allSettled([db.query(sleep), db.transaction((query) => query(sleep))]);
    const asleep = "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(30)'";
    await soonRows(asleep, 2);
    network!.cut();
    for (const outcome of await calls) expect(outcome).toMatchObject({ status: 'rejected', reason: unreachable });
    network!.heal();
    expect((await db.query({ text: 'SELECT 1 AS one' })).rows).toEqual([{ one: 1 }]);
  });

  it('finds the writable one of several servers, and another after a failover', async () => {
    const [one, two] = networks;
    one!.cut();
    const db = opened(() => addressOf(one!, two!));
    const ask = async (): Promise<void> => void (await db.query({ text: 'SELECT 1' }));
    await ask();
    one!.heal();
    two!.cut();
    await soon(ask);
    one!.cut();
    await expect(ask()).rejects.toMatchObject(unreachable);
    one!.heal();
    two!.heal();
    await soon(ask);
  });
});

it('a host that accepts the connection and never responds: unreachable', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const url = `postgres://a:b@127.0.0.1:${(mute.address() as AddressInfo).port}/c`;
  const outcomes = await Promise.allSettled([
    openPostgresStore({ url, environment: 'test' }),
    opened(() => url).query({ text: 'SELECT 1' }),
  ]);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: unreachable });
  mute.close();
});

describe('errors have a message to act on', () => {
  it.each([
    ['53100', 'disk_full'],
    ['25006', 'read_only'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['40P01', 'busy'],
    ['57P01', 'unreachable'],
    ['57P03', 'unreachable'],
    ['53300', 'unreachable'],
    ['08006', 'unreachable'],
    ['28P01', 'unreachable'],
    ['3D000', 'unreachable'],
    ['ECONNREFUSED', 'unreachable'],
    ['ECONNRESET', 'unreachable'],
  ])('%s: %s', (code, reason) => {
    const cause = Object.assign(new Error('the words of the server'), { code });
    expect(postgresError(cause)).toMatchObject({
      name: 'StoreUnavailableError',
      reason,
      message: expect.stringContaining('the words of the server'),
      cause,
    });
  });

  it('a host with several addresses that do not respond: unreachable', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(postgresError(new AggregateError([refused, refused]))).toMatchObject(unreachable);
  });

  it.each([
    ['ENOTFOUND', 'getaddrinfo'],
    ['EINVAL', 'getaddrinfo'],
    ['EACCES', 'connect'],
  ])('%s of %s: unreachable, with a next step', (code, syscall) => {
    const { message } = postgresError(Object.assign(new Error(`${syscall} ${code}`), { code, syscall })) as Error;
    expect(message).toBe(
      `the database cannot be reached (${syscall} ${code}): check AUTHLY_DATABASE_URL, and that the server runs`,
    );
  });

  it('a missing password: the user is rejected', () => {
    const { message } = postgresError(new Error('SASL: client password must be a string')) as Error;
    expect(message).toMatch(/^the database refuses this user .*: check user and password in AUTHLY_DATABASE_URL$/);
  });

  it('other errors pass unchanged', () => {
    const fault = Object.assign(new Error('duplicate key'), { code: '23505' });
    expect(postgresError(fault)).toBe(fault);
  });
});
