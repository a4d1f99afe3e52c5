import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../apps/service/src/config.ts';
import { makeFolder } from '../../apps/service/src/storage/make-folder.ts';

const BUSY = 5;

/** Another sandbox has the folder. */
export class FolderTakenError extends Error {
  constructor(dataDir: string, address: string) {
    super(`one runs on ${dataDir} already, at ${address}: stop it, or set AUTHLY_DATA_DIR to another folder`);
    this.name = 'FolderTakenError';
  }
}

/**
 * One sandbox a data folder. The lock is SQLite's on a file of its own: the system takes it back when the process ends, however it ends.
 * Whoever is refused can still read where the holder is.
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
    const taken =
      (error as { errcode?: number }).errcode === BUSY ? new FolderTakenError(dataDir, holderOf(db)) : error;
    db.close();
    throw taken;
  }
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    makeFolder(dataDir);
    return new DatabaseSync(join(dataDir, 'sandbox.lock'), { timeout: 0 });
  } catch (error) {
    throw new ConfigError([
      `nothing can be written to AUTHLY_DATA_DIR, ${dataDir} (${(error as { code: string }).code})`,
    ]);
  }
}

const holderOf = (db: DatabaseSync): string =>
  (db.prepare('SELECT address FROM holder').get()?.['address'] as string | undefined) ?? 'an unknown address';
