import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../../test/postgres-server.ts';
import type { Migration } from '../migration.ts';
import { migratePostgres } from '../postgres.ts';
import { MIGRATIONS, migrateDatabase, withConnection } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  return () => database.drop();
});

const NEXT: Migration = {
  number: MIGRATIONS.length + 1,
  name: 'next',
  sql: 'ALTER TABLE sessions ADD COLUMN next TEXT',
};

it('a migration waits for a long read of its table, and does not block other statements', async () => {
  await using cleanup = new AsyncDisposableStack();
  const open = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    cleanup.defer(() => client.end());
    return client;
  };
  await withConnection(database.url, (connection) => migrateDatabase(connection));
  const [backup, other] = [await open(), await open()];
  await backup.query('BEGIN; SELECT 1 FROM sessions');
  const upgrade = withConnection(database.url, (connection) => migrateDatabase(connection, [...MIGRATIONS, NEXT]));
  const waitsForLock = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'sessions'::regclass";
  await expect.poll(async () => (await other.query(waitsForLock)).rowCount).toBe(1);
  await other.query('SET statement_timeout = 4000');
  expect((await other.query('SELECT 1 FROM sessions')).rowCount).toBe(0);
  await backup.query('COMMIT');
  expect((await upgrade).applied).toEqual([{ number: NEXT.number, name: 'next' }]);
});

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
    a.atthasdef OR a.attidentity <> '' AS made_up
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`;
const UNIQUE = `
  SELECT c.relname AS table, pg_get_indexdef(i.indexrelid, 1, true) AS first, i.indnatts AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND i.indisunique`;

it('a migration without `breaks` keeps the columns and keys of every table', async () => {
  const own = await createDatabase(inject('postgresUrl'));
  await withConnection(own.url, async (connection) => {
    const shape = async (): Promise<Set<string>> => {
      const rows = [...(await connection.query(COLUMNS)).rows, ...(await connection.query(UNIQUE)).rows] as unknown[];
      return new Set(rows.map((row) => JSON.stringify(row)));
    };
    const missing: [name: string, ...what: string[]][] = [];
    for (const [i, migration] of MIGRATIONS.entries()) {
      const before = await shape();
      await migrateDatabase(connection, MIGRATIONS.slice(0, i + 1));
      const after = await shape();
      const gone = [...before].filter((each) => !after.has(each));
      if (gone.length > 0 && migration.breaks !== true) missing.push([migration.name, ...gone]);
    }
    expect(missing).toEqual([]);
  });
  await own.drop();
});

it('a migration may take longer than the statement timeout of the role, which a connection pool needs', async () => {
  await withConnection(database.url, (connection) =>
    connection.query(`ALTER DATABASE ${database.name} SET statement_timeout = '5s'`),
  );
  const slow = {
    number: NEXT.number + 1,
    name: 'slow',
    sql: "CREATE TABLE seen AS SELECT current_setting('statement_timeout')",
  };
  const seen = await withConnection(database.url, async (connection) => {
    await migrateDatabase(connection, [...MIGRATIONS, NEXT, slow]);
    return connection.query('TABLE seen');
  });
  expect(seen.rows).toEqual([{ current_setting: '0' }]);
});

it('a database of another program, and a user who may not create tables, are refused in a sentence', async () => {
  const own = await createDatabase(inject('postgresUrl'));
  const user = `lesser_${randomBytes(4).toString('hex')}`;
  await withConnection(own.url, (connection) =>
    connection.query(`CREATE ROLE ${user} LOGIN PASSWORD 'lesser'; REVOKE CREATE ON SCHEMA public FROM PUBLIC`),
  );
  const url = new URL(own.url);
  [url.username, url.password] = [user, 'lesser'];
  await expect(migratePostgres(url.href)).rejects.toThrow(/may not create tables: let it own the database/);
  await withConnection(own.url, (connection) => connection.query(`DROP ROLE ${user}; CREATE TABLE sessions (id TEXT)`));
  await expect(migratePostgres(own.url)).rejects.toThrow(/tables of another program/);
  await own.drop();
});
