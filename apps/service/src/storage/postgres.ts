import type { Environment } from '../config/environment.ts';
import type { MigrationReport } from './migration.ts';
import { postgresAttempts } from './postgres/attempts.ts';
import { postgresBioAttempts } from './postgres/bio-attempts.ts';
import { postgresAudit } from './postgres/audit.ts';
import { postgresConsole } from './postgres/console.ts';
import { sessionChanges, type Changes } from './postgres/changes.ts';
import { openDatabase, type Database } from './postgres/database.ts';
import { postgresFigures } from './postgres/figures.ts';
import { postgresKeys } from './postgres/keys.ts';
import { postgresMerchants } from './postgres/merchants.ts';
import { migrateDatabase, requireMigrated, withConnection } from './postgres/migrate.ts';
import { postgresRateWindows } from './postgres/rate-windows.ts';
import { postgresSessions } from './postgres/sessions.ts';
import { postgresSettings } from './postgres/settings.ts';
import { databaseTime } from './postgres/time.ts';
import { markEnvironment, refuseOtherEnvironment, touchMarker } from './postgres/environment-marker.ts';
import { postgresWebhooks } from './postgres/webhooks.ts';
import type { Store } from './store.ts';

export interface PostgresOptions {
  /** `postgres://…`, to the server itself: a pooler that shares connections between clients cannot carry notices. */
  readonly url: string;
  readonly environment: Environment;
  /** False: refuse a database that lacks migrations instead of applying them. */
  readonly migrate?: boolean | undefined;
  /** Called with errors that no caller waits for. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

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

const storeOn = (db: Database, changes: Changes, environment: Environment): Store => ({
  kind: 'postgres',
  environment,
  sessions: postgresSessions(db, changes),
  merchants: postgresMerchants(db),
  keys: postgresKeys(db),
  rateWindows: postgresRateWindows(db),
  attempts: postgresAttempts(db),
  bioAttempts: postgresBioAttempts(db),
  webhooks: postgresWebhooks(db),
  audit: postgresAudit(db),
  console: postgresConsole(db),
  figures: postgresFigures(db),
  settings: postgresSettings(db),
  check: () => touchMarker(db),
  // The files are the server's: it reuses the room of erased rows after its own vacuum.
  forgetErased: async () => true,
  now: () => databaseTime(db),
  close: async () => {
    await changes.close();
    await db.close();
  },
});
