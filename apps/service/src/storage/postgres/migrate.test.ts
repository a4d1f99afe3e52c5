import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { beforeAll, expect, inject, it } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
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

it('a migration waits for a long read of its table, says what it waits for, and blocks others for 100 ms at a time', async () => {
  const reader = new Client({ connectionString: database.url, application_name: 'nightly dump' });
  await reader.connect();
  await withConnection(database.url, (connection) => migrateDatabase(connection));
  await reader.query('BEGIN; SELECT 1 FROM sessions');
  const lines: string[] = [];
  const onWait = async (line: Error): Promise<void> => {
    lines.push(line.message);
    if (lines.length === 2) await reader.query('COMMIT');
  };
  const known = [...MIGRATIONS, NEXT];
  const { applied } = await withConnection(database.url, (connection) =>
    migrateDatabase(connection, known, { onWait: (line) => void onWait(line), tryAgainMs: 50 }),
  );
  expect(applied).toEqual([{ number: NEXT.number, name: 'next' }]);
  expect(lines[0]).toMatch(
    /^migration 2 waits for a lock on the table sessions\w*, which database process \d+ \(nightly dump\) holds, for 0 s so far$/,
  );
  await reader.end();
});

it('every id is compared byte by byte, so that a join of two tables finds its rows by an index', async () => {
  const migrated = await migratedDatabase();
  const { rows } = await withConnection(migrated.url, (connection) =>
    connection.query(`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'text' AND column_name ~ '(^|_)id$' AND collation_name IS DISTINCT FROM 'C'`),
  );
  expect(rows).toEqual([]);
  await migrated.drop();
});

it('a migration may take longer than the statement timeout of the role, which a connection pool needs', async () => {
  await withConnection(database.url, (connection) =>
    connection.query(`ALTER DATABASE ${database.name} SET statement_timeout = '5s'`),
  );
  const slow = {
    number: NEXT.number + 1,
    name: 'slow',
    sql: "CREATE TABLE seen AS SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock",
  };
  const seen = await withConnection(database.url, async (connection) => {
    await migrateDatabase(connection, [...MIGRATIONS, NEXT, slow]);
    return connection.query('TABLE seen');
  });
  expect(seen.rows).toEqual([{ statement: '0', lock: '100ms' }]);
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
