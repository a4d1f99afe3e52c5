import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/postgres-server.ts';
import { MIGRATIONS, migrateDatabase, withConnection } from './postgres/migrate.ts';
import { openPostgresStore } from './postgres.ts';
import { storeSuite } from './store.suite.ts';
import { askEveryList } from './suite/lists.ts';
import type { Below } from './suite/opening.ts';
import { recordStatements, statementsThatReadWhole } from './suite/postgres-plans.ts';
import type { Ground } from './suite/stage.ts';
import { READS_WHOLE } from './suite/tables.ts';

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
  const statements = recordStatements();
  afterAll(() => statements.stop());
  storeSuite(makeGround, below);

  it('asks nothing, in all of these tests and every operator’s list, that would read a table that grows from end to end', async () => {
    const ground = await makeGround();
    const url = ground.options.databaseUrl!;
    const store = await openPostgresStore({ url, environment: 'test' });
    await askEveryList(store.sessions);
    await store.close();
    const { asked } = statements;
    // Else the driver was asked in a way that is not listened to.
    expect(asked.size).toBeGreaterThan(60);
    expect(await statementsThatReadWhole(url, new Map([...asked, [READS_WHOLE, []]]))).toEqual([READS_WHOLE]);
    await ground.remove();
  });
});
