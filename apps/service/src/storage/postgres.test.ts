import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { beforeAll, describe, inject } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/postgres-server.ts';
import { MIGRATIONS, migrateDatabase, withConnection } from './postgres/migrate.ts';
import { storeSuite } from './store.suite.ts';
import type { Below } from './suite/opening.ts';
import type { Ground } from './suite/stage.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  return () => database.drop();
});

/** A schema of its own: made and dropped in a tenth of the time of a database. */
async function makeGround(): Promise<Ground> {
  const schema = `ground_${randomBytes(6).toString('hex')}`;
  const run = (text: string) => withConnection(database.url, async (connection) => void (await connection.query(text)));
  await run(`CREATE SCHEMA ${schema}`);
  const url = new URL(database.url);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return {
    options: { dataDir: tmpdir(), databaseUrl: url.href, environment: 'test' },
    remove: () => run(`DROP SCHEMA ${schema} CASCADE`),
  };
}

const below: Below = {
  released: MIGRATIONS,
  sql: (ground, text) =>
    withConnection(ground.options.databaseUrl!, async (connection) => void (await connection.query(text))),
  migrateWith: (ground, known) =>
    withConnection(ground.options.databaseUrl!, (connection) => migrateDatabase(connection, known)),
};

describe('the store on Postgres', () => {
  storeSuite(makeGround, below);
});
