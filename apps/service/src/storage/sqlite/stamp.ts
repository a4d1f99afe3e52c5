import type { Environment } from '../../environment.ts';
import { WrongEnvironmentError } from '../store.ts';
import type { Database } from './database.ts';
import { hasTable } from './migrate.ts';

/** Refuses a store of the other environment. Says nothing of one that has no stamp yet. */
export function refuseOtherEnvironment(db: Database, wanted: Environment): void {
  const stamped = hasTable(db, 'store_stamp')
    ? db.sql('SELECT environment FROM store_stamp').get()?.['environment']
    : undefined;
  if (stamped !== undefined && stamped !== wanted) throw new WrongEnvironmentError(String(stamped), wanted);
}

/** The first to open a store decides for good. */
export function stampEnvironment(db: Database, environment: Environment): void {
  if (db.sql('SELECT 1 FROM store_stamp').get() === undefined) {
    db.sql('INSERT INTO store_stamp (one, environment) VALUES (1, ?) ON CONFLICT DO NOTHING').run(environment);
  }
  refuseOtherEnvironment(db, environment);
}

/** A write that reaches the disk, for only a write shows that the disk takes one. */
export const touchStamp = (db: Database): Promise<void> =>
  db.answer(() => void db.sql('UPDATE store_stamp SET touched = 1 - touched').run());
