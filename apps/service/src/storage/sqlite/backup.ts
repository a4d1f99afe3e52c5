import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { attempted } from '../../runtime/attempted.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { Instant } from '../../session/session.ts';
import { lockFolder } from '../folder-lock.ts';
import { makeFile } from '../../runtime/make-file.ts';
import { APPLIED, pendingMigrations, type AppliedMigration } from '../migration.ts';
import { BACKUP_AT, WrongEnvironmentError } from '../port/store.ts';
import { isBusy } from './errors.ts';
import { MIGRATIONS } from './migrate.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

export interface Backup {
  readonly environment: Environment;
  readonly version: number;
  readonly merchants: number;
  readonly keys: number;
  readonly sessions: number;
  readonly newestSessionAt: Instant | null;
}

const BUSY_TIMEOUT_MS = 5000;

/** VACUUM INTO makes a consistent copy while the service runs. */
export async function backUp(folder: string, file: string): Promise<Backup> {
  const source = join(folder, 'authly.db');
  if (!existsSync(source)) throw new RefusedError(`there is no store in ${folder}`);
  using db = new DatabaseSync(source, { timeout: BUSY_TIMEOUT_MS });
  const backup = await makeFile(file, (part) => {
    db.prepare('VACUUM INTO ?').run(part);
    return inspect(part, file);
  });
  noteBackup(db);
  return backup;
}

/** Tells the service's metric. It opens no store, which would migrate it. */
function noteBackup(db: DatabaseSync): void {
  const note = 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)';
  // The backup is made, even of a store on a full disk.
  attempted(() => db.prepare(note).run(BACKUP_AT, String(Date.now())));
}

export async function restore(folder: string, file: string, environment: Environment | undefined): Promise<Backup> {
  if (!existsSync(file)) throw new RefusedError(`there is no file ${file}`);
  const [header] = (await createReadStream(file, { start: 18, end: 19 }).toArray()) as Buffer[];
  // The file format of a store with a write-ahead log. A backup has none.
  if (header?.equals(Buffer.of(2, 2)))
    throw new RefusedError(`${file} is no backup but a copy of a store, whose last writes are in its -wal file`);
  using _alone = lockFolder(folder, 'a restore');
  const target = join(folder, 'authly.db');
  // SQLite would apply a leftover write-ahead log to the backup.
  const found = [target, `${target}-wal`, `${target}-shm`].find((each) => existsSync(each));
  if (found !== undefined)
    throw new RefusedError(`${found} exists: a restore needs a folder without a store: move it away`);
  return makeFile(target, async (part) => {
    await pipeline(createReadStream(file), createWriteStream(part));
    const backup = inspect(part, file);
    if (environment !== undefined && backup.environment !== environment)
      throw new WrongEnvironmentError(backup.environment, environment);
    return backup;
  });
}

/** Errors contain the file name that the operator gave. */
function inspect(file: string, named: string): Backup {
  try {
    using db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const one = (text: string): unknown => Object.values(db.prepare(text).get() ?? {})[0];
    if (one('PRAGMA integrity_check') !== 'ok') throw new RefusedError(`${named} is damaged`);
    const applied = db.prepare(APPLIED).all();
    // Refuses a schema that this release cannot read.
    pendingMigrations(MIGRATIONS, applied as unknown as AppliedMigration[]);
    return {
      environment: one('SELECT environment FROM store_identity') as Environment,
      version: applied.at(-1)!['number'] as number,
      merchants: one('SELECT count(*) FROM merchants') as number,
      keys: one('SELECT count(*) FROM keys') as number,
      sessions: one('SELECT count(*) FROM sessions') as number,
      newestSessionAt: one('SELECT max(created_at) FROM sessions') as Instant | null,
    };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR' || isBusy(error)) throw error;
    throw new RefusedError(`${named} is no backup of a store, or it is damaged (${(error as Error).message})`);
  }
}
