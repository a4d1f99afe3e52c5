import { afterAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from './postgres.ts';
import { storeSuite } from './test/store-suite.ts';
import { askEveryList } from './test/lists.ts';
import { postgresDatabases } from './test/postgres-databases.ts';
import { recordStatements, statementsThatReadWhole } from './test/postgres-plans.ts';
import { READS_WHOLE } from './test/growing-tables.ts';

describe('the store on Postgres', () => {
  const statements = recordStatements();
  const databases = postgresDatabases();
  afterAll(async () => {
    statements.stop();
    await databases.removeAll();
  });
  storeSuite(databases, databases.below);

  it('never scans a growing table, in all of these tests and every operator’s list', async () => {
    const database = await databases.migrated();
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
