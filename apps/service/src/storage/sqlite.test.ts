import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openDatabase, type Database } from './sqlite/database.ts';
import { MIGRATIONS, migrateDatabase } from './sqlite/migrate.ts';
import { storeSuite } from './store.suite.ts';
import type { Below } from './suite/opening.ts';
import type { Ground } from './suite/stage.ts';

// In memory where there is such a folder: nothing here cuts the power, and a disk makes the suite wait four times as long.
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

async function makeGround(): Promise<Ground> {
  const dataDir = await mkdtemp(join(place, 'authly-sqlite-'));
  return { options: { dataDir, environment: 'test' }, remove: () => rm(dataDir, { recursive: true }) };
}

async function withDatabase<T>({ options }: Ground, work: (db: Database) => T): Promise<T> {
  const db = openDatabase(join(options.dataDir, 'authly.db'), 'FULL');
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const below: Below = {
  released: MIGRATIONS,
  sql: (ground, text) => withDatabase(ground, (db) => db.exec(text)),
  migrateWith: (ground, known) => withDatabase(ground, (db) => migrateDatabase(db, known)),
};

describe('the store on SQLite', () => {
  storeSuite({ empty: makeGround, migrated: makeGround }, below);
});
