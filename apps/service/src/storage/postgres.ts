import type { Environment } from '../config/environment.ts';
import type { MigrationReport } from './migration.ts';
import { postgresAttempts } from './postgres/attempts.ts';
import { sessionChanges, type Changes } from './postgres/changes.ts';
import { openDatabase, type Database } from './postgres/database.ts';
import { migrateDatabase, requireMigrated, withConnection } from './postgres/migrate.ts';
import { postgresRateWindows } from './postgres/rate-windows.ts';
import { postgresOutbox } from './postgres/outbox.ts';
import { postgresSessions } from './postgres/sessions.ts';
import { postgresTables } from './postgres/tables.ts';
import {
  markedEnvironment,
  markEnvironment,
  refuseOtherEnvironment,
  touchMarker,
} from './postgres/environment-marker.ts';
import type { Store } from './store.ts';
import { tableStores } from './tables/stores.ts';

export interface PostgresOptions {
  /** `postgres://…`, to the server itself: a pooler that shares connections between clients cannot carry notices. */
  readonly url: string;
  readonly environment: Environment;
  /** False: refuse a database that lacks migrations instead of applying them. */
  readonly migrate?: boolean | undefined;
  /** Called with errors that no caller waits for. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** By the clock of the server's machine. */
const NOW = { text: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now' };

export async function openPostgresStore({
  url,
  environment,
  migrate = true,
  onError = () => {},
}: PostgresOptions): Promise<Store> {
  await using opened = new AsyncDisposableStack();
  const db = opened.adopt(openDatabase(url, onError), (each) => each.close());
  // While the schema is read: a connection takes longer than that.
  const listening = sessionChanges(url, onError);
  opened.defer(async () => (await listening).close());
  await withConnection(url, async (connection) => {
    await refuseOtherEnvironment(connection, environment);
    await (migrate ? migrateDatabase(connection) : requireMigrated(connection));
    await markEnvironment(connection, environment);
  });
  const store = storeOn(db, await listening, environment);
  opened.move();
  return store;
}

/** For `authly migrate`: the schema alone. With an environment, a store of the other one is refused before anything is applied. */
export function migratePostgres({
  url,
  environment,
}: {
  url: string;
  environment?: Environment | undefined;
}): Promise<MigrationReport> {
  return withConnection(url, async (connection) => {
    if (environment !== undefined) await refuseOtherEnvironment(connection, environment);
    return migrateDatabase(connection);
  });
}

/** Changes nothing. */
export const postgresEnvironment = (url: string): Promise<Environment | undefined> =>
  withConnection(url, markedEnvironment);

const storeOn = (db: Database, changes: Changes, environment: Environment): Store => ({
  kind: 'postgres',
  environment,
  sessions: postgresSessions(db, changes),
  ...tableStores(postgresTables(db), postgresOutbox(db)),
  rateWindows: postgresRateWindows(db),
  attempts: postgresAttempts(db),
  check: () => touchMarker(db),
  // Autovacuum of the server reuses the space of erased rows.
  forgetErased: async () => true,
  now: async () => Number((await db.query(NOW)).rows[0]!['now']),
  close: async () => {
    await changes.close();
    await db.close();
  },
});
