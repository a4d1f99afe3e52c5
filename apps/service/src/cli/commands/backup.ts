import { resolve } from 'node:path';
import { checkDump, dump } from '../../storage/postgres/dump.ts';
import { backUp, restore, type Backup } from '../../storage/sqlite/backup.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { isoTime } from '../../session/iso-time.ts';
import { fields, type Output } from '../terminal/output.ts';
import { BACKUP_AT, type Store } from '../../storage/port/store.ts';
import { withCredentialsOf } from '../../config/database-address.ts';
import { environmentAsked, storeLocation, withStoreContext } from '../store-context.ts';
import type { Env } from '../../config/setting-reader.ts';

export async function backUpTo(env: Env, file: string | undefined): Promise<Output> {
  if (file === undefined) throw new RefusedError('name the file of the backup');
  const path = resolve(file);
  const { dataDir, databaseUrl: url, databaseListenUrl: direct } = storeLocation(env);
  if (url === undefined) return backupOutput(await backUp(dataDir, path), path, MASTER_KEY);
  return withStoreContext(env, async ({ store }) => {
    // pg_dump leaves its settings on a connection of a pool.
    if (store.isPooled && direct === undefined)
      throw new RefusedError('AUTHLY_DATABASE_URL is a pool: set AUTHLY_DATABASE_LISTEN_URL to the server itself');
    const at = Date.now();
    await dump(direct === undefined ? url : withCredentialsOf(url, direct), path, await keyIds(store));
    const made = { at: path, ...(await note(store, at)) };
    return { json: made, text: `${fields(made)}\n\n${MASTER_KEY}` };
  });
}

const MASTER_KEY = 'Its keys can only be decrypted with the current master key. Keep that key in a different place.';

export async function restoreFrom(env: Env, file: string): Promise<Output> {
  const folder = sqliteFolder(env);
  return backupOutput(
    await restore(folder, resolve(file), environmentAsked(env)),
    folder,
    'Before you start the service, run "authly doctor" to check that your master key decrypts its keys. Keys removed and clients revoked since the backup are valid again: remove and revoke them again.',
  );
}

export async function noteBackup(env: Env, file: string | undefined): Promise<Output> {
  if (file !== undefined) {
    if (storeLocation(env).databaseUrl === undefined)
      throw new RefusedError(`--note makes no backup: leave out ${file}, or leave out --note`);
  }
  return withStoreContext(env, async ({ store }) => {
    if (file !== undefined) await checkDump(resolve(file), await keyIds(store));
    return { json: await note(store, Date.now()), text: 'Noted.' };
  });
}

const keyIds = async ({ keys }: Store): Promise<string[]> => (await keys.list()).map(({ id }) => id);

async function note({ settings }: Store, at: number): Promise<{ backup_at: string }> {
  await settings.set(BACKUP_AT, String(at));
  return { backup_at: isoTime(at) };
}

function backupOutput(backup: Backup, at: string, advice: string): Output {
  const { newestSessionAt, ...rest } = backup;
  const json = { at, ...rest, newest_session_at: isoTime(newestSessionAt) };
  return { json, text: `${fields(json)}\n\n${advice}` };
}

function sqliteFolder(env: Env): string {
  const { dataDir, databaseUrl } = storeLocation(env);
  if (databaseUrl === undefined) return dataDir;
  throw new RefusedError('this store is on Postgres (AUTHLY_DATABASE_URL): restore it with pg_restore');
}
