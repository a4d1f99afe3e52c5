import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite/errors.ts';
import { FolderTakenError, StoreUnavailableError } from './port/store.ts';

/** Allows one service per data folder. SQLite's lock on a separate file ends with the process. */
export function lockFolder(dataDir: string, address: string): Disposable {
  const db = openLockFile(dataDir);
  try {
    db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (address TEXT NOT NULL); DELETE FROM holder');
    db.prepare('INSERT INTO holder (address) VALUES (?)').run(address);
    // This transaction holds the lock. It is never committed.
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

/** Like `mkdir -p`, with mode 0700. An existing folder keeps its mode. Node's `recursive` option never returns for a path below /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}
