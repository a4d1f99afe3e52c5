import { tmpdir } from 'node:os';
import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../../test/postgres-server.ts';
import { MIGRATIONS, migrateDatabase, withConnection } from '../postgres/migrate.ts';
import type { EmptyDatabase } from './fixture.ts';
import type { Below } from './opening.ts';
import type { EmptyDatabases } from './store-suite.ts';

interface PostgresDatabases extends EmptyDatabases {
  readonly below: Below;
  removeAll(): Promise<void>;
}

/** One test after another uses the same database, because emptying is faster than copying. By default on the server of the test run. */
export function postgresDatabases(serverUrl?: string, template?: string): PostgresDatabases {
  const url = serverUrl ?? inject('postgresUrl');
  let free: TestDatabase | undefined;
  /** Tests may have changed their tables. */
  const altered = new Set<string>();
  const alter = <T>({ options: { databaseUrl } }: EmptyDatabase, work: Parameters<typeof withConnection<T>>[1]) => {
    altered.add(databaseUrl!);
    return withConnection(databaseUrl!, work);
  };
  return {
    async empty() {
      const database = await createDatabase(url);
      return databaseOf(database, () => database.drop());
    },
    async migrated() {
      const database = free ?? (await createDatabase(url, template ?? inject('migratedTemplate')));
      free = undefined;
      return databaseOf(database, async () => {
        if (altered.has(database.url)) return database.drop();
        await emptyTables(database.url);
        free = database;
      });
    },
    below: {
      released: MIGRATIONS,
      sql: (database, text) => alter(database, async (connection) => void (await connection.query(text))),
      migrateWith: (database, known) => alter(database, (connection) => migrateDatabase(connection, known)),
      longestWindow,
    },
    removeAll: async () => free?.drop(),
  };
}

export const longestWindow: Below['longestWindow'] = ({ options }) =>
  withConnection(options.databaseUrl!, async (connection) => {
    const longest = 'SELECT max(cardinality(hits)) AS longest FROM rate_windows';
    return (await connection.query<{ longest: number }>(longest)).rows[0]!.longest;
  });

const databaseOf = ({ url }: TestDatabase, remove: () => Promise<void>): EmptyDatabase => ({
  options: { dataDir: tmpdir(), databaseUrl: url, environment: 'test' },
  remove,
});

/**
 * Leaves the rows of a migrated database: those of `schema_migrations` and `audit_head`.
 * Deleting a few rows is faster than truncating the files of all tables. The lock waits for the writes of killed processes.
 */
const emptyTables = (url: string): Promise<void> =>
  withConnection(url, async (connection) => {
    const { rows } = await connection.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'schema_migrations'",
    );
    const names = rows.map(({ name }) => name);
    const deletes = names.map((name) => `DELETE FROM ${name}`);
    await connection.query(
      `BEGIN; SET LOCAL session_replication_role = replica; LOCK TABLE ${names.join()} IN EXCLUSIVE MODE; ${deletes.join(';')};
       INSERT INTO audit_head VALUES (1, 0, repeat('0', 64)); COMMIT`,
    );
  });
