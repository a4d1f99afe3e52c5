import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { createDatabase, type TestDatabase } from '../../../../../test/postgres-server.ts';
import { migratePostgres, openPostgresStore } from '../postgres.ts';
import type { Store } from '../store.ts';
import { DAY, walked } from '../test/samples.ts';
import { withConnection } from './migrate.ts';

const TODAY = Math.floor(Date.now() / DAY) * DAY;
const NOON = TODAY + DAY / 2;

let database: TestDatabase;
let store: Store;
let other: Store;
let client: Client;
beforeAll(async () => {
  database = await migratedDatabase();
  store = await openPostgresStore({ url: database.url, environment: 'test' });
  other = await openPostgresStore({ url: database.url, environment: 'test' });
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await Promise.all([store.close(), other.close()]);
  await database.drop();
});

const rowsOf = async (text: string): Promise<unknown[]> =>
  (await client.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0]);
const partitions = (table = 'session_events'): Promise<unknown[]> =>
  rowsOf(`SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = '${table}'::regclass ORDER BY 1`);
const nameOf = (day: number): string =>
  `session_events_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
const partitionOf = (sessionId: string): Promise<unknown[]> =>
  rowsOf(`SELECT DISTINCT tableoid::regclass::text FROM session_events WHERE session_id = '${sessionId}'`);
const noted = (at: number) =>
  [
    {
      at,
      call: 'store',
      url: 'https://bio.shop.example/store',
      requestId: 'req_1',
      attempt: 1,
      stage: 'body',
      status: 200,
      code: null,
      reason: null,
      failure: null,
      ms: 1,
    },
  ] as const;

it('a new database has the partitions of the coming days before its first session', async () => {
  const empty = await createDatabase(inject('postgresUrl'));
  await migratePostgres(empty.url);
  const names = await withConnection(empty.url, async (connection) => {
    const text = "SELECT count(*)::int AS count FROM pg_inherits WHERE inhparent = 'session_events'::regclass";
    return (await connection.query<{ count: number }>(text)).rows;
  });
  expect(names).toEqual([{ count: 9 }]);
  await empty.drop();
});

describe('daily partitions', () => {
  beforeEach(() => store.sessions.maintainPartitions(0, NOON));

  it('are created a week ahead, once for all processes', async () => {
    await Promise.all([store, other, store].map(({ sessions }) => sessions.maintainPartitions(0, NOON)));
    const ahead = Array.from({ length: 8 }, (_, i) => nameOf(TODAY + i * DAY));
    expect(await partitions()).toEqual([...ahead, 'session_events_rest']);
    expect(await partitions('bio_attempts')).toHaveLength(9);
  });

  it('are created for today without failing a session that is created meanwhile', async () => {
    const today = TODAY + 60 * DAY;
    const creations = Array.from({ length: 40 }, () => walked(other, [{ event: 'open' }], { createdAt: today + 1 }));
    await Promise.all([store.sessions.maintainPartitions(0, today), ...creations]);
    for (const { id } of await Promise.all(creations)) expect(await store.sessions.events(id)).toHaveLength(2);
    await store.sessions.erase(today + 2, 100);
    await client.query(`DROP TABLE IF EXISTS ${Array.from({ length: 8 }, (_, i) => nameOf(today + i * DAY)).join()}`);
  });

  it('contain the rows of their sessions, each session in one partition, and are read as one table', async () => {
    const session = await walked(store, [{ event: 'open' }, { event: 'cancel' }], { createdAt: NOON });
    await store.bioAttempts.note(session.id, noted(NOON));
    await other.bioAttempts.note(session.id, noted(NOON + 1));
    expect(await partitionOf(session.id)).toEqual([nameOf(TODAY)]);
    expect((await other.sessions.events(session.id)).map(({ event }) => event)).toEqual(['create', 'open', 'cancel']);
    expect(await store.bioAttempts.of(session.id)).toEqual(noted(NOON + 1));
    const earlier = await walked(store, [], { createdAt: TODAY - 20 * DAY });
    expect(await partitionOf(earlier.id)).toEqual(['session_events_rest']);
  });

  it('that are missing lose no rows: the default partition has them, and no later partition takes them', async () => {
    const far = TODAY + 30 * DAY;
    const { id } = await walked(store, [{ event: 'open' }], { createdAt: far + 1 });
    expect(await partitionOf(id)).toEqual(['session_events_rest']);
    await store.sessions.maintainPartitions(0, far);
    expect(await partitions()).not.toContain(nameOf(far));
    expect(await partitions()).toContain(nameOf(far + DAY));
    expect(await store.sessions.events(id)).toHaveLength(2);
    expect(await store.sessions.erase(far + 2, 100)).toBeGreaterThan(0);
    expect(await store.sessions.events(id)).toEqual([]);
  });

  it('are dropped when all their sessions have expired, and not before', async () => {
    const [old, young] = [
      await walked(store, [], { createdAt: TODAY + DAY - 1 }),
      await walked(store, [], { createdAt: TODAY + DAY }),
    ];
    await store.sessions.maintainPartitions(TODAY + DAY - 1, NOON);
    expect(await store.sessions.events(old.id)).toHaveLength(1);
    await store.sessions.maintainPartitions(TODAY + DAY, TODAY + 2 * DAY);
    expect(await partitions()).not.toContain(nameOf(TODAY));
    expect([await store.sessions.events(old.id), await partitionOf(young.id)]).toEqual([[], [nameOf(TODAY + DAY)]]);
    // A move of an expiring session still finds a partition.
    expect(await store.sessions.erase(TODAY + DAY, 100)).toBeGreaterThan(0);
    expect(await store.sessions.find(old.id)).toBeUndefined();
    expect(await store.sessions.find(young.id)).toBeDefined();
  });

  it('do not wait for readers: the next round retries', async () => {
    const days = await partitions();
    await client.query('BEGIN; SELECT 1 FROM session_events LIMIT 1');
    await store.sessions.maintainPartitions(TODAY + 3 * DAY, TODAY + 4 * DAY);
    await client.query('COMMIT');
    expect((await partitions()).filter((each) => days.includes(each))).toEqual(days);
    await store.sessions.maintainPartitions(TODAY + 3 * DAY, TODAY + 4 * DAY);
    expect(await partitions()).not.toContain(nameOf(TODAY + 2 * DAY));
  });

  it('may be forbidden for the database user: everything else works', async () => {
    const url = new URL(database.url);
    const schema = new Client({ connectionString: url.href });
    await schema.connect();
    await schema.query(`
      CREATE ROLE lesser_${process.pid} LOGIN PASSWORD 'lesser';
      GRANT ALL ON ALL TABLES IN SCHEMA public TO lesser_${process.pid};
      GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO lesser_${process.pid}`);
    [url.username, url.password] = [`lesser_${process.pid}`, 'lesser'];
    const lesser = await openPostgresStore({ url: url.href, environment: 'test', migrate: false });
    await lesser.sessions.maintainPartitions(TODAY + 6 * DAY, TODAY + 50 * DAY);
    const { id } = await walked(lesser, [{ event: 'open' }], { createdAt: TODAY + 50 * DAY });
    expect(await lesser.sessions.events(id)).toHaveLength(2);
    await lesser.close();
    await schema.query(`DROP OWNED BY lesser_${process.pid}; DROP ROLE lesser_${process.pid}`);
    await schema.end();
  });
});
