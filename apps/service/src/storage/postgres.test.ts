import { tmpdir } from 'node:os';
import { describe, inject } from 'vitest';
import { migratedDatabase } from '../../../../test/migrated-database.ts';
import { createDatabase, type TestDatabase } from '../../../../test/postgres-server.ts';
import { MIGRATIONS, migrateDatabase, withConnection } from './postgres/migrate.ts';
import { storeSuite } from './store.suite.ts';
import type { Below } from './suite/opening.ts';
import type { Ground } from './suite/stage.ts';

const groundOn = (database: TestDatabase): Ground => ({
  options: { dataDir: tmpdir(), databaseUrl: database.url, environment: 'test' },
  remove: () => database.drop(),
});

const below: Below = {
  released: MIGRATIONS,
  sql: (ground, text) =>
    withConnection(ground.options.databaseUrl!, async (connection) => void (await connection.query(text))),
  migrateWith: (ground, known) =>
    withConnection(ground.options.databaseUrl!, (connection) => migrateDatabase(connection, known)),
};

describe('the store on Postgres', () => {
  const empty = async (): Promise<Ground> => groundOn(await createDatabase(inject('postgresUrl')));
  storeSuite({ empty, migrated: async () => groundOn(await migratedDatabase()) }, below);
});
