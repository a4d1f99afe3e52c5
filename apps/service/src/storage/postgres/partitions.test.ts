import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import type { TestDatabase } from '../../../../../test/postgres-server.ts';
import { firstSessionIdAt } from '../../session/session-id.ts';
import { openPostgresStore } from '../postgres.ts';
import type { Store } from '../port/store.ts';
import { DAY, moveOf, sampleAttempt, walked } from '../test/samples.ts';
import { FIND } from './sessions.ts';

const TODAY = Math.floor(Date.now() / DAY) * DAY;
const NOON = TODAY + DAY / 2;
const TABLES = ['sessions', 'session_events', 'bio_attempts'];

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
const partitions = (table = 'sessions'): Promise<unknown[]> =>
  rowsOf(`SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = '${table}'::regclass ORDER BY 1`);
const nameOf = (day: number): string => `sessions_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
const partitionOf = (sessionId: string): Promise<unknown[]> =>
  rowsOf(`SELECT DISTINCT tableoid::regclass::text FROM sessions WHERE id = '${sessionId}'`);
/** The partitions that a lookup by id reads. */
async function planOf(sessionId: string): Promise<unknown[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${FIND.text}`, [[sessionId]]);
  const read = rows.map((row) => row['QUERY PLAN']).filter((line) => !line.includes('never executed'));
  return read.flatMap((line) => /Scan.* on (sessions_\w+)/.exec(line)?.[1] ?? []);
}
describe('daily partitions', () => {
  beforeEach(async () => {
    for (const table of TABLES) {
      for (const name of await partitions(table))
        await client.query(`${String(name).endsWith('_rest') ? 'TRUNCATE' : 'DROP TABLE'} ${String(name)}`);
    }
    await store.sessions.prepare(NOON);
  });

  it('are created days ahead, once for all processes', async () => {
    await Promise.all([store, other, store].map(({ sessions }) => sessions.prepare(NOON)));
    const ahead = Array.from({ length: 4 }, (_, i) => nameOf(TODAY + i * DAY));
    expect(await partitions()).toEqual([...ahead, 'sessions_rest']);
    expect(await partitions('session_events')).toHaveLength(5);
    expect(await partitions('bio_attempts')).toHaveLength(5);
  });

  it('are created without failing a session of today or tomorrow that is created meanwhile', async () => {
    const today = TODAY + 60 * DAY;
    const creations = Array.from({ length: 40 }, (_, i) =>
      walked(other, [{ event: 'open' }], { createdAt: today + (i % 2) * DAY + 1 }),
    );
    await Promise.all([store.sessions.prepare(today), ...creations]);
    for (const { id } of await Promise.all(creations)) expect(await store.sessions.events(id)).toHaveLength(2);
  });

  it('contain the rows of their sessions, each session in one partition, and are read as one table', async () => {
    const session = await walked(store, [{ event: 'open' }, { event: 'cancel' }], { createdAt: NOON });
    await store.bioAttempts.note(session.id, [sampleAttempt({ at: NOON })]);
    await other.bioAttempts.note(session.id, [sampleAttempt({ at: NOON + 1 })]);
    expect(await partitionOf(session.id)).toEqual([nameOf(TODAY)]);
    expect((await other.sessions.events(session.id)).map(({ event }) => event)).toEqual(['create', 'open', 'cancel']);
    expect(await store.bioAttempts.of(session.id)).toEqual([sampleAttempt({ at: NOON + 1 })]);
    const earlier = await walked(store, [], { createdAt: TODAY - 20 * DAY });
    expect(await partitionOf(earlier.id)).toEqual(['sessions_rest']);
    expect(await planOf(session.id)).toEqual([nameOf(TODAY)]);
  });

  it('begin after the sessions of their day in the default partition, which are found meanwhile', async () => {
    const far = TODAY + 30 * DAY;
    const session = await walked(store, [{ event: 'open' }], { createdAt: far + 1 });
    const partition = { isMade: false };
    const reads = Array.from({ length: 8 }, async () => {
      while (!partition.isMade) expect(await other.sessions.find(session.id)).toEqual(session);
    });
    expect(await store.sessions.prepare(far)).toEqual([]);
    partition.isMade = true;
    await Promise.all(reads);
    expect(await partitionOf(session.id)).toEqual(['sessions_rest']);
    const next = await walked(store, [], { createdAt: far + 2 });
    expect(await partitionOf(next.id)).toEqual([nameOf(far)]);
  });

  /** Sessions of more than 1,000 bytes in the default partition, one for each millisecond. */
  const fillRest = (from: number, count: number): Promise<unknown> =>
    client.query(
      `INSERT INTO sessions (id, merchant_id, merchant_user_ref, mode, type, metadata, created_at, expires_at, status)
       SELECT id, 'mer_1', 'u', 'verify', 'fingerprint', repeat('x', 1000), 1, 1, 'created' FROM unnest($1::text[]) AS id`,
      [Array.from({ length: count }, (_, i) => firstSessionIdAt(from + i))],
    );

  it('of later days are attached to a large table without a scan under a lock; those of today and tomorrow are reported', async () => {
    const far = TODAY + 30 * DAY;
    // Autovacuum would hold the table now and then.
    await client.query('ALTER TABLE sessions_rest SET (autovacuum_enabled = off)');
    await fillRest(far, 35_000);
    const emitted = vi.spyOn(Client.prototype, 'emit');
    await client.query(`ALTER DATABASE ${database.name} SET client_min_messages = debug1`);
    const verbose = await openPostgresStore({ url: database.url, environment: 'test' });
    const missing = await verbose.sessions.prepare(far);
    await verbose.close();
    await client.query(`ALTER DATABASE ${database.name} RESET client_min_messages`);
    const notices = emitted.mock.calls.flatMap(([event, notice]) =>
      event === 'notice' ? [(notice as unknown as Error).message] : [],
    );
    emitted.mockRestore();
    expect(missing).toEqual(
      [far, far + DAY].map(
        (day) => `${nameOf(day).slice(9)} (the default partition is too large to be read under a lock)`,
      ),
    );
    expect(await partitions()).toEqual(expect.arrayContaining([nameOf(far + 2 * DAY), nameOf(far + 3 * DAY)]));
    const skipped = notices.filter((text) =>
      /default partition "sessions_rest" is implied by existing constraints/.test(text),
    );
    expect(skipped).toHaveLength(2);
    expect(await rowsOf("SELECT conname FROM pg_constraint WHERE conname LIKE 'none_of%'")).toEqual([]);
    const { id } = await walked(store, [], { createdAt: far + DAY });
    expect(await partitionOf(id)).toEqual(['sessions_rest']);
  });

  it('are created while a vacuum works on an earlier day', async () => {
    await client.query(`BEGIN; LOCK TABLE ${nameOf(TODAY)} IN SHARE UPDATE EXCLUSIVE MODE`);
    const missing = await store.sessions.prepare(TODAY + 5 * DAY);
    await client.query('COMMIT');
    expect(missing).toEqual([]);
  });

  it('of today accept sessions again after a process was killed between the constraint of its day and the partition', async () => {
    const day = TODAY + 20 * DAY;
    const [begin, none] = [firstSessionIdAt(day), `none_of_${nameOf(day).slice(9)}`];
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    await client.query(`ALTER TABLE sessions_rest ADD CONSTRAINT ${none} CHECK (id < '${begin}') NOT VALID`);
    await expect(walked(store, [], { createdAt: day })).rejects.toThrow(none);
    await reader.query('BEGIN; SELECT 1 FROM sessions_rest LIMIT 1');
    const prepared = store.sessions.prepare(day);
    // Longer than a new partition may wait.
    const waits = "SELECT 1 FROM pg_locks WHERE waitstart < clock_timestamp() - interval '300 ms'";
    await expect.poll(async () => (await rowsOf(waits)).length).toBe(1);
    await reader.query('COMMIT');
    await prepared;
    await walked(store, [], { createdAt: day });
    await reader.end();
  });

  it('are missing while a dump reads the default partition, and are reported', async () => {
    const far = TODAY + 30 * DAY;
    await client.query('BEGIN; SELECT 1 FROM sessions_rest LIMIT 1');
    const missing = await store.sessions.prepare(far);
    await client.query('COMMIT');
    expect(missing).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^\d{8} \(the database is held by/) as string),
    );
    expect(await store.sessions.prepare(far)).toEqual([]);
  });

  it('are dropped when all their sessions have expired, and not before', async () => {
    const [old, young] = [
      await walked(store, [], { createdAt: TODAY + DAY - 1 }),
      await walked(store, [], { createdAt: TODAY + DAY }),
    ];
    await store.sessions.erase(TODAY + DAY - 1, 100);
    expect(await store.sessions.events(old.id)).toHaveLength(1);
    await store.sessions.erase(TODAY + DAY, 100);
    for (const table of TABLES) expect(await partitions(table)).not.toContain(`${table}_${nameOf(TODAY).slice(9)}`);
    expect([await store.sessions.events(old.id), await partitionOf(young.id)]).toEqual([[], [nameOf(TODAY + DAY)]]);
    expect(await store.sessions.find(old.id)).toBeUndefined();
    expect(await store.sessions.move(moveOf(old, { event: 'open' }))).toBe(false);
    expect(await store.sessions.find(young.id)).toBeDefined();
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
    expect(await lesser.sessions.prepare(TODAY + 50 * DAY)).toHaveLength(4);
    const old = await walked(lesser, [], { createdAt: TODAY + 3 * DAY });
    expect(await partitionOf(old.id)).toEqual([nameOf(TODAY + 3 * DAY)]);
    expect(await lesser.sessions.erase(TODAY + 4 * DAY, 100)).toBe(1);
    expect(await lesser.sessions.find(old.id)).toBeUndefined();
    const { id } = await walked(lesser, [{ event: 'open' }], { createdAt: TODAY + 50 * DAY });
    expect(await lesser.sessions.events(id)).toHaveLength(2);
    await lesser.close();
    await schema.query(`DROP OWNED BY lesser_${process.pid}; DROP ROLE lesser_${process.pid}`);
    await schema.end();
  });
});
