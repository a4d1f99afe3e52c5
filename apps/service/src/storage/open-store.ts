import { withCredentialsOf } from '../config/database-address.ts';
import type { Environment } from '../runtime/environment.ts';
import type { MigrationReport } from './migration.ts';
import type { ExaminedDatabase } from './postgres/examine.ts';
import type { OpenOptions, Store } from './port/store.ts';

export interface StoreOptions extends OpenOptions {
  readonly dataDir: string;
  /** Without it the store is SQLite in the data folder. */
  readonly databaseUrl?: string | undefined;
  readonly databaseUrlFile?: string | undefined;
  readonly databaseListenUrl?: string | undefined;
}

export async function openStore({ dataDir, databaseUrl: url, ...options }: StoreOptions): Promise<Store> {
  if (url === undefined) return (await import('./sqlite.ts')).openSqliteStore({ folder: dataDir, ...options });
  const { databaseUrlFile: urlFile, databaseListenUrl: listenUrl } = options;
  return (await import('./postgres.ts')).openPostgresStore({ url, urlFile, listenUrl, ...options });
}

export const migrateStore = async ({
  dataDir,
  databaseUrl,
  environment,
  onError,
}: Omit<StoreOptions, 'environment'> & { environment?: Environment | undefined }): Promise<MigrationReport> =>
  databaseUrl === undefined
    ? (await import('./sqlite.ts')).migrateSqlite(dataDir, environment)
    : (await import('./postgres.ts')).migratePostgres(databaseUrl, environment, onError);

/** Returns undefined if the store is not marked yet. Changes nothing. */
export const markedEnvironment = async ({
  dataDir,
  databaseUrl,
}: Pick<StoreOptions, 'dataDir' | 'databaseUrl'>): Promise<Environment | undefined> =>
  databaseUrl === undefined
    ? (await import('./sqlite.ts')).sqliteEnvironment(dataDir)
    : (await import('./postgres.ts')).postgresEnvironment(databaseUrl);

/** Returns false also for a store that does not exist. Changes nothing. */
export const hasKeys = async ({ dataDir, databaseUrl }: Pick<StoreOptions, 'dataDir' | 'databaseUrl'>) =>
  databaseUrl === undefined
    ? (await import('./sqlite.ts')).sqliteHasKeys(dataDir)
    : (await import('./postgres.ts')).postgresHasKeys(databaseUrl);

export async function examineDatabase(
  options: Pick<StoreOptions, 'databaseUrl' | 'databaseListenUrl'>,
): Promise<ExaminedDatabase | undefined> {
  const { databaseUrl: url, databaseListenUrl: listenUrl } = options;
  if (url === undefined) return undefined;
  return (await import('./postgres/examine.ts')).examinePostgres(url, listenUrl && withCredentialsOf(url, listenUrl));
}
