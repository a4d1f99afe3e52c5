import type { Environment } from '../environment.ts';
import type { MigrationReport } from './migration.ts';
import { migratePostgres, openPostgresStore } from './postgres.ts';
import { migrateSqlite, openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  readonly dataDir: string;
  /** Absent: SQLite in the data folder. */
  readonly databaseUrl?: string | undefined;
  readonly environment: Environment;
  readonly migrate?: boolean | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

export const openStore = ({ dataDir, databaseUrl, ...rest }: StoreOptions): Promise<Store> =>
  databaseUrl === undefined
    ? openSqliteStore({ folder: dataDir, ...rest })
    : openPostgresStore({ url: databaseUrl, ...rest });

export const migrateStore = ({
  dataDir,
  databaseUrl,
  environment,
}: Omit<StoreOptions, 'environment'> & { environment?: Environment | undefined }): Promise<MigrationReport> =>
  databaseUrl === undefined
    ? migrateSqlite({ folder: dataDir, environment })
    : migratePostgres({ url: databaseUrl, environment });
