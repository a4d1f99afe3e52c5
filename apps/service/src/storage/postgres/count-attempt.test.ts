import { expect, it } from 'vitest';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { withConnection } from './migrate.ts';

const COUNT = (key: string) => `SELECT count_attempt('${key}', 10, 0, 20, 5)`;
const ROWS_READ =
  "SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'attempts'";

it('a count reads only the attempts of its key, even if it was planned for a small table', async () => {
  const database = await migratedDatabase();
  await withConnection(database.url, async (client) => {
    await client.query("INSERT INTO attempts (key, at) SELECT 'key ' || i, 10 FROM generate_series(1, 60) i");
    await client.query('ANALYZE attempts');
    // Postgres keeps the sixth plan.
    for (let i = 0; i < 6; i++) await client.query(COUNT('key 1'));
    await client.query("INSERT INTO attempts (key, at) SELECT 'other ' || i, 10 FROM generate_series(1, 5000) i");
    await client.query('BEGIN');
    await client.query(COUNT('key 2'));
    const { rows } = await client.query<{ read: string }>(ROWS_READ);
    expect(Number(rows[0]!.read)).toBeLessThan(100);
    await client.query('ROLLBACK');
  });
  await database.drop();
});
