import { resolve } from 'node:path';
import { backUp, restore, type Backup } from '../../storage/sqlite/backup.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { isoTime } from '../../session/iso-time.ts';
import { fields, type Output } from '../../operator/actions/output.ts';
import { BACKUP_AT } from '../../storage/port/store.ts';
import { environmentAsked, storeLocation, withStoreContext } from '../store-context.ts';
import type { Env } from '../../config/setting-reader.ts';

export async function backUpTo(env: Env, file: string | undefined): Promise<Output> {
  if (file === undefined) throw new RefusedError('name the file of the backup');
  const path = resolve(file);
  return backupOutput(
    await backUp(sqliteFolder(env), path),
    path,
    'Its keys can only be decrypted with the current master key. Keep that key in a different place.',
  );
}

export async function restoreFrom(env: Env, file: string): Promise<Output> {
  const folder = sqliteFolder(env);
  return backupOutput(
    await restore(folder, resolve(file), environmentAsked(env)),
    folder,
    'Before you start the service, run "authly doctor" to check that your master key decrypts its keys. Keys removed and clients revoked since the backup are valid again: remove and revoke them again.',
  );
}

export async function noteBackup(env: Env, file: string | undefined): Promise<Output> {
  if (file !== undefined) throw new RefusedError(`--note makes no backup: leave out ${file}, or leave out --note`);
  return withStoreContext(env, async ({ store }) => {
    const at = Date.now();
    await store.settings.set(BACKUP_AT, String(at));
    return { json: { backup_at: isoTime(at) }, text: 'Noted.' };
  });
}

function backupOutput(backup: Backup, at: string, advice: string): Output {
  const { newestSessionAt, ...rest } = backup;
  const json = { at, ...rest, newest_session_at: isoTime(newestSessionAt) };
  return { json, text: `${fields(json)}\n\n${advice}` };
}

function sqliteFolder(env: Env): string {
  const { dataDir, databaseUrl } = storeLocation(env);
  if (databaseUrl === undefined) return dataDir;
  throw new RefusedError(
    'this store is on Postgres (AUTHLY_DATABASE_URL): back it up with pg_dump or the tools of your server',
  );
}
