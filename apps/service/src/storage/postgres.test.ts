import { tmpdir } from 'node:os';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { migratedDatabase } from '../../../../test/migrated-database.ts';
import { createDatabase, type TestDatabase } from '../../../../test/postgres-server.ts';
import { MIGRATIONS, migrateDatabase, withConnection } from './postgres/migrate.ts';
import { openPostgresStore } from './postgres.ts';
import { storeSuite } from './test/store-suite.ts';
import { askEveryList } from './test/lists.ts';
import type { Below } from './test/opening.ts';
import { recordStatements, statementsThatReadWhole } from './test/postgres-plans.ts';
import type { EmptyDatabase } from './test/fixture.ts';
import { READS_WHOLE } from './test/tables.ts';

const databaseOf = (database: TestDatabase): EmptyDatabase => ({
  options: { dataDir: tmpdir(), databaseUrl: database.url, environment: 'test' },
  remove: () => database.drop(),
});

const below: Below = {
  released: MIGRATIONS,
  sql: (database, text) =>
    withConnection(database.options.databaseUrl!, async (connection) => void (await connection.query(text))),
  migrateWith: (database, known) =>
    withConnection(database.options.databaseUrl!, (connection) => migrateDatabase(connection, known)),
};

describe('the store on Postgres', () => {
  const statements = recordStatements();
  afterAll(() => statements.stop());
  const empty = async (): Promise<EmptyDatabase> => databaseOf(await createDatabase(inject('postgresUrl')));
  const migrated = async (): Promise<EmptyDatabase> => databaseOf(await migratedDatabase());
  storeSuite({ empty, migrated }, below);

  it('never scans a growing table, in all of these tests and every operator’s list', async () => {
    const database = await migrated();
    const url = database.options.databaseUrl!;
    const store = await openPostgresStore({ url, environment: 'test' });
    await askEveryList(store.sessions);
    await store.close();
    const { asked } = statements;
    // Otherwise the recorder missed a way to call the driver.
    expect(asked.size).toBeGreaterThan(60);
    expect(await statementsThatReadWhole(url, new Map([...asked, [READS_WHOLE, []]]))).toEqual([READS_WHOLE]);
    await database.remove();
  });
});
