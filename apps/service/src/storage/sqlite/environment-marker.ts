import type { Environment } from '../../config/environment.ts';
import { WrongEnvironmentError } from '../store.ts';
import type { Database } from './database.ts';
import { hasTable } from './migrate.ts';

export const markedEnvironment = (db: Pick<Database, 'sql'>): Environment | undefined =>
  hasTable(db, 'store_stamp')
    ? (db.sql('SELECT environment FROM store_stamp').get()?.['environment'] as Environment | undefined)
    : undefined;

export function refuseOtherEnvironment(db: Database, wanted: Environment): void {
  const marked = markedEnvironment(db);
  if (marked !== undefined && marked !== wanted) throw new WrongEnvironmentError(marked, wanted);
}

/** The first process that opens a store marks it permanently. */
export function markEnvironment(db: Database, environment: Environment): void {
  if (db.sql('SELECT 1 FROM store_stamp').get() === undefined) {
    db.sql('INSERT INTO store_stamp (one, environment) VALUES (1, ?) ON CONFLICT DO NOTHING').run(environment);
  }
  refuseOtherEnvironment(db, environment);
}
