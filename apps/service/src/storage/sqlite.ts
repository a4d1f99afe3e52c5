import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../runtime/clock.ts';
import type { Environment } from '../runtime/environment.ts';
import type { MigrationReport } from './migration.ts';
import { makeFolder } from './folder-lock.ts';
import { sessionChanges } from './sqlite/changes.ts';
import { openDatabase, type Database } from './sqlite/database.ts';
import { emptyWriteAheadLog } from './sqlite/erasure.ts';
import { sqliteError } from './sqlite/errors.ts';
import { hasTable, migrateDatabase, RECENT_MIGRATIONS, requireMigrated } from './sqlite/migrate.ts';
import { sqliteRateWindows } from './sqlite/rate-windows.ts';
import { sqliteOutbox } from './sqlite/outbox.ts';
import { sqliteSessions } from './sqlite/sessions.ts';
import { sqliteTables } from './sqlite/sqlite-tables.ts';
import { markedEnvironment, markEnvironment, refuseOtherEnvironment, requireWritable } from './sqlite/marker.ts';
import type { OpenOptions, Store } from './port/store.ts';
import { tableStores } from './tables/stores.ts';

export interface SqliteOptions extends OpenOptions {
  /** The data folder, created if it is missing. Contains `authly.db` and `recent.db`. */
  readonly folder: string;
  readonly busyTimeoutMs?: number | undefined;
  /** With less free disk space the store is not ready. */
  readonly minFreeBytes?: number | undefined;
}

export async function openSqliteStore({
  folder,
  environment,
  migrate = true,
  busyTimeoutMs,
  minFreeBytes,
  onError = () => {},
  onQuery,
}: SqliteOptions): Promise<Store> {
  const db = openMain(folder, busyTimeoutMs, onQuery);
  let recent: Database | undefined;
  try {
    await db.answer(() => {
      refuseOtherEnvironment(db, environment);
      if (migrate) migrateDatabase(db);
      else requireMigrated(db);
      markEnvironment(db, environment);
    });
    const opened = (recent = openDatabase(join(folder, 'recent.db'), 'NORMAL', busyTimeoutMs, onQuery));
    await opened.answer(() => migrateDatabase(opened, RECENT_MIGRATIONS));
    const check = (): Promise<void> => requireWritable(db, folder, minFreeBytes);
    return storeOn({ db, recent: opened, environment, check, onError });
  } catch (error) {
    recent?.close();
    db.close();
    throw error;
  }
}

export async function migrateSqlite(folder: string, environment?: Environment): Promise<MigrationReport> {
  const db = openMain(folder);
  try {
    return await db.answer(() => {
      if (environment !== undefined) refuseOtherEnvironment(db, environment);
      const report = migrateDatabase(db);
      if (environment !== undefined) markEnvironment(db, environment);
      return report;
    });
  } finally {
    db.close();
  }
}

export const sqliteEnvironment = (folder: string): Environment | undefined => readStore(folder, markedEnvironment);

export const sqliteHasKeys = (folder: string): boolean =>
  readStore(folder, (db) => hasTable(db, 'keys') && db.sql('SELECT 1 FROM keys').get() !== undefined) ?? false;

/** Returns undefined for a store that does not exist yet. */
function readStore<T>(folder: string, read: (db: Pick<Database, 'sql'>) => T): T | undefined {
  const file = join(folder, 'authly.db');
  if (!existsSync(file)) return undefined;
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  return read({ sql: (text) => db.prepare(text) });
}

function openMain(folder: string, busyTimeoutMs?: number, onQuery?: (seconds: number) => void): Database {
  const file = join(folder, 'authly.db');
  try {
    makeFolder(folder);
  } catch (error) {
    throw sqliteError(error, file);
  }
  return openDatabase(file, 'FULL', busyTimeoutMs, onQuery);
}

interface Opened {
  readonly db: Database;
  readonly recent: Database;
  readonly environment: Environment;
  readonly check: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

function storeOn({ db, recent, environment, check, onError }: Opened): Store {
  const changes = sessionChanges(db, onError);
  return {
    kind: 'sqlite',
    hasOwnClock: false,
    environment,
    sessions: sqliteSessions(db, changes),
    ...tableStores(sqliteTables(db), sqliteOutbox(db), sqliteTables(recent)),
    rateWindows: sqliteRateWindows(recent),
    isPooled: false,
    async check() {
      await check();
      return [];
    },
    forgetErased: () => emptyWriteAheadLog(db),
    now: async () => systemClock.now(),
    close: async () => {
      changes.close();
      recent.close();
      db.close();
    },
  };
}
