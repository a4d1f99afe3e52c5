import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Environment } from '../environment.ts';
import type { MigrationReport } from './migration.ts';
import { makeFolder } from './make-folder.ts';
import { sqliteAttempts } from './sqlite/attempts.ts';
import { sqliteBioAttempts } from './sqlite/bio-attempts.ts';
import { sqliteAudit } from './sqlite/audit.ts';
import { sessionChanges } from './sqlite/changes.ts';
import { openDatabase, type Database } from './sqlite/database.ts';
import { sqliteError } from './sqlite/errors.ts';
import { sqliteKeys } from './sqlite/keys.ts';
import { sqliteMerchants } from './sqlite/merchants.ts';
import { migrateDatabase, requireMigrated } from './sqlite/migrate.ts';
import { sqliteRateWindows } from './sqlite/rate-windows.ts';
import { sqliteSessions } from './sqlite/sessions.ts';
import { sqliteSettings } from './sqlite/settings.ts';
import { refuseOtherEnvironment, stampEnvironment, touchStamp } from './sqlite/stamp.ts';
import type { Store } from './store.ts';

export interface SqliteOptions {
  /** The data folder; it is made when it is missing. Holds `authly.db` and `windows.db`. */
  readonly folder: string;
  readonly environment: Environment;
  /** False: refuse a database that lacks migrations instead of applying them. */
  readonly migrate?: boolean | undefined;
  /** How long a write waits for another process that holds the database. */
  readonly busyTimeoutMs?: number | undefined;
  /** Told what went wrong where nobody was waiting for an answer. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export async function openSqliteStore({
  folder,
  environment,
  migrate = true,
  busyTimeoutMs,
  onError = () => {},
}: SqliteOptions): Promise<Store> {
  const db = openMain(folder, busyTimeoutMs);
  try {
    await db.answer(() => {
      refuseOtherEnvironment(db, environment);
      if (migrate) migrateDatabase(db);
      else requireMigrated(db);
      stampEnvironment(db, environment);
    });
    const windows = openDatabase(join(folder, 'windows.db'), 'NORMAL', busyTimeoutMs);
    return storeOn(db, windows, environment, onError);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** For `authly migrate`: the schema alone. With an environment, a store of the other one is refused before anything is applied. */
export async function migrateSqlite({
  folder,
  environment,
}: {
  folder: string;
  environment?: Environment | undefined;
}): Promise<MigrationReport> {
  const db = openMain(folder);
  try {
    return await db.answer(() => {
      if (environment !== undefined) refuseOtherEnvironment(db, environment);
      return migrateDatabase(db);
    });
  } finally {
    db.close();
  }
}

function openMain(folder: string, busyTimeoutMs?: number): Database {
  const file = join(folder, 'authly.db');
  try {
    makeFolder(folder);
  } catch (error) {
    throw sqliteError(error, file);
  }
  return openDatabase(file, 'FULL', busyTimeoutMs);
}

function storeOn(db: Database, windows: Database, environment: Environment, onError: (error: unknown) => void): Store {
  const changes = sessionChanges(db, onError);
  return {
    kind: 'sqlite',
    environment,
    sessions: sqliteSessions(db, changes),
    merchants: sqliteMerchants(db),
    keys: sqliteKeys(db),
    rateWindows: sqliteRateWindows(windows),
    attempts: sqliteAttempts(db),
    bioAttempts: sqliteBioAttempts(db),
    audit: sqliteAudit(db),
    settings: sqliteSettings(db),
    check: () => touchStamp(db),
    now: async () => systemClock.now(),
    close: async () => {
      changes.close();
      windows.close();
      db.close();
    },
  };
}
