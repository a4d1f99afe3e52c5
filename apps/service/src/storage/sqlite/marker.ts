import { statfs } from 'node:fs/promises';
import type { Environment } from '../../runtime/environment.ts';
import { StoreUnavailableError, WrongEnvironmentError } from '../port/store.ts';
import type { Database } from './database.ts';
import { hasTable } from './migrate.ts';

export const markedEnvironment = (db: Pick<Database, 'sql'>): Environment | undefined =>
  hasTable(db, 'store_identity')
    ? (db.sql('SELECT environment FROM store_identity').get()?.['environment'] as Environment | undefined)
    : undefined;

export function refuseOtherEnvironment(db: Database, wanted: Environment): void {
  const marked = markedEnvironment(db);
  if (marked !== undefined && marked !== wanted) throw new WrongEnvironmentError(marked, wanted);
}

export function markEnvironment(db: Database, environment: Environment): void {
  if (db.sql('SELECT 1 FROM store_identity').get() === undefined) {
    db.sql('INSERT INTO store_identity (one, environment) VALUES (1, ?) ON CONFLICT DO NOTHING').run(environment);
  }
  refuseOtherEnvironment(db, environment);
}

/** One write needs far less, so that readiness fails before a request does. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** A small write may still fit into pages that SQLite has already, so the free space is checked too. */
export async function requireWritable(
  db: Database,
  folder: string,
  minFreeBytes: number = MIN_FREE_BYTES,
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minFreeBytes)
    throw new StoreUnavailableError(
      'disk_full',
      `the disk is full, or nearly: ${folder} has ${Math.floor((bavail * bsize) / 1024)} KiB left`,
    );
  await db.answer(() => void db.sql('UPDATE store_identity SET touched = 1 - touched').run());
}
