import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Environment } from '../config/environment.ts';

/** The environment that a store is marked with; undefined for a store that does not exist yet. Changes nothing. */
export async function markedEnvironment({
  dataDir,
  databaseUrl,
}: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Promise<Environment | undefined> {
  return (databaseUrl === undefined ? ofSqlite(join(dataDir, 'authly.db')) : await ofPostgres(databaseUrl)) as
    | Environment
    | undefined;
}

function ofSqlite(file: string): unknown {
  if (!existsSync(file)) return undefined;
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const known = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'store_stamp'").get();
  return known && db.prepare('SELECT environment FROM store_stamp').get()?.['environment'];
}

async function ofPostgres(url: string): Promise<unknown> {
  const { withConnection } = await import('./postgres/migrate.ts');
  return withConnection(url, async (connection) => {
    const known = await connection.query("SELECT to_regclass('store_stamp') AS name");
    if ((known.rows[0] as { name: string | null }).name === null) return undefined;
    return (
      (await connection.query('SELECT environment FROM store_stamp')).rows[0] as { environment: string } | undefined
    )?.environment;
  });
}
