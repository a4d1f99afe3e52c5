import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite/errors.ts';
import { StoreUnavailableError } from './store.ts';

/** Another service has the folder. */
export class FolderTakenError extends Error {
  constructor(dataDir: string, address: string) {
    super(`a service runs on ${dataDir} already, at ${address}: stop it, or set AUTHLY_DATA_DIR to another folder`);
    this.name = 'FolderTakenError';
  }
}

/**
 * One service per data folder. The lock is SQLite's on a file of its own: the system releases it when the process ends, however it ends.
 * A process that is refused can still read the holder's address.
 */
export function lockFolder(dataDir: string, address: string): Disposable {
  const db = openLockFile(dataDir);
  try {
    db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (address TEXT NOT NULL); DELETE FROM holder');
    db.prepare('INSERT INTO holder (address) VALUES (?)').run(address);
    // Held from here on, and never committed.
    db.exec('COMMIT; BEGIN IMMEDIATE');
    return db;
  } catch (error) {
    const taken = isBusy(error) ? new FolderTakenError(dataDir, holderOf(db)) : error;
    db.close();
    throw taken;
  }
}

function openLockFile(dataDir: string): DatabaseSync {
  const file = join(dataDir, 'service.lock');
  try {
    makeFolder(dataDir);
    closeSync(openSync(file, 'a', 0o600));
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw new StoreUnavailableError(
      'read_only',
      `nothing can be written to AUTHLY_DATA_DIR, ${dataDir} (${(error as { code: string }).code})`,
      { cause: error },
    );
  }
}

const holderOf = (db: DatabaseSync): string =>
  (db.prepare('SELECT address FROM holder').get()?.['address'] as string | undefined) ?? 'an unknown address';

/**
 * Like `mkdir -p`, for the owner alone; a folder that exists keeps its mode, because it may be shared on purpose.
 * Node's own `recursive` never returns where a folder exists and can hold nothing, such as /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}
