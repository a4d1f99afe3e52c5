import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { createDatabase } from '../../../test/postgres-server.ts';
import { createPostgresTables } from '../src/stores/postgres.ts';
import { openSqlite } from '../src/stores/sqlite.ts';

export async function openMerchantDatabase(): Promise<{ pool: Pool; close: () => Promise<void> }> {
  const database = await createDatabase(inject('postgresUrl'));
  const pool = new Pool({ connectionString: database.url, max: 8 });
  // Dropping the database cuts off the pool's last connections, which then report an error.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  pool.on('error', () => undefined);
  // Two servers may start at the same moment.
  await Promise.all([createPostgresTables(pool), createPostgresTables(pool)]);
  return {
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

export function openMerchantFile(): { db: ReturnType<typeof openSqlite>; close: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'authly-merchant-'));
  const db = openSqlite(join(folder, 'bio.db'));
  return {
    db,
    async close() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}
