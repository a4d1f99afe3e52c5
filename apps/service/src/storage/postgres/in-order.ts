import type { Environment } from '../../environment.ts';
import { pendingMigrations, type AppliedMigration } from '../migration.ts';
import { StoreUnavailableError } from '../store.ts';
import type { Database } from './database.ts';
import { APPLIED, MIGRATIONS } from './migrate.ts';

const LOOK = `SELECT a.*, (SELECT environment FROM store_stamp) AS environment FROM (${APPLIED}) AS a`;

/**
 * Whether nothing is to be done, as at nearly every start: found out by one statement, on a connection that is wanted anyway. Whatever else there
 * is to say of a database, those say it who have a connection of their own for it, and time.
 */
export async function isInOrder(db: Database, environment: Environment): Promise<boolean> {
  try {
    const { rows } = await db.query({ text: LOOK });
    const isOurs = rows[0]?.['environment'] === environment;
    return isOurs && pendingMigrations(MIGRATIONS, rows as unknown as AppliedMigration[]).length === 0;
  } catch (error) {
    if (error instanceof StoreUnavailableError && error.reason === 'unreachable') throw error;
    return false;
  }
}
