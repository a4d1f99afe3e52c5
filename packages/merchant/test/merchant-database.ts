import { Pool } from 'pg';
import { inject } from 'vitest';
import { createDatabase } from '../../../test/postgres-server.ts';
import { createPostgresTables } from '../src/stores/postgres.ts';

/** A merchant's own Postgres database with our tables, on the test run's server. */
export async function openMerchantDatabase(): Promise<{ pool: Pool; close: () => Promise<void> }> {
  const database = await createDatabase(inject('postgresUrl'));
  const pool = new Pool({ connectionString: database.url, max: 8 });
  // The pool says it has ended before its last connections are gone; dropping the database then cuts them off, and they complain.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  pool.on('error', () => undefined);
  // Two servers that start at the same moment both make the tables.
  await Promise.all([createPostgresTables(pool), createPostgresTables(pool)]);
  return {
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
