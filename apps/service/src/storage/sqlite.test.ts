import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './sqlite/database.ts';
import { MIGRATIONS, migrateDatabase } from './sqlite/migrate.ts';
import { openSqliteStore } from './sqlite.ts';
import { storeSuite } from './test/store-suite.ts';
import { askEveryList } from './test/lists.ts';
import type { Below } from './test/opening.ts';
import { recordStatements, statementsThatReadWhole } from './test/sqlite-plans.ts';
import { READS_WHOLE } from './test/growing-tables.ts';
import type { EmptyDatabase } from './test/fixture.ts';

// In memory if possible: no test needs durability, and a disk makes the suite slower.
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

async function makeDatabase(): Promise<EmptyDatabase> {
  const dataDir = await mkdtemp(join(place, 'authly-sqlite-'));
  return { options: { dataDir, environment: 'test' }, remove: () => rm(dataDir, { recursive: true }) };
}

async function withDatabase<T>({ options }: EmptyDatabase, work: (db: Database) => T): Promise<T> {
  const db = openDatabase(join(options.dataDir, 'authly.db'), 'FULL');
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const below: Below = {
  released: MIGRATIONS,
  sql: (database, text) => withDatabase(database, (db) => db.exec(text)),
  migrateWith: (database, known) => withDatabase(database, (db) => migrateDatabase(db, known)),
  async longestWindow({ options: { dataDir } }) {
    using db = new DatabaseSync(join(dataDir, 'recent.db'), { readOnly: true });
    return db.prepare('SELECT max(length(hits)) / 8 AS longest FROM rate_windows').get()!['longest'] as number;
  },
};

describe('the store on SQLite', () => {
  const statements = recordStatements();
  afterAll(() => statements.stop());
  storeSuite({ empty: makeDatabase, migrated: makeDatabase }, below);

  it('never scans a growing table, in all of these tests and every operator’s list', async () => {
    const database = await makeDatabase();
    const store = await openSqliteStore({ folder: database.options.dataDir, environment: 'test' });
    await askEveryList(store.sessions);
    await store.close();
    const { asked } = statements;
    // Otherwise the recorder missed a way to call the driver.
    expect(asked.size).toBeGreaterThan(60);
    const found = await withDatabase(database, (db) => statementsThatReadWhole(db, new Set([...asked, READS_WHOLE])));
    expect(found).toEqual([READS_WHOLE]);
    await database.remove();
  });
});
