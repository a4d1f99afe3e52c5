import { resolve } from 'node:path';
import { backUp, restore, type Backup } from '../../../storage/sqlite/backup.ts';
import type { Cli } from '../cli-context.ts';
import { isoTime, OperatorError } from '../../actions/operator.ts';
import { fields, type Output } from '../../actions/output.ts';
import { BACKUP_AT } from '../../../storage/store.ts';
import { environmentAsked, storeLocation, withStoreContext } from '../store-context.ts';
import type { Env } from '../../../config/setting-reader.ts';

export function backupCommands(cli: Cli): void {
  cli.program
    .command('backup')
    .argument('[file]', 'must not exist yet')
    .description('write a full copy of the SQLite store, even while the service is running')
    .option('--note', 'only note the time, after a backup of Postgres with its own tools')
    .example('authly backup /var/backups/authly-2026-11-17.db')
    .action(
      cli.run(async (env, { note }: { note?: true }, file) => {
        if (note) return noteBackup(env);
        if (file === undefined) throw new OperatorError('name the file of the backup');
        const path = resolve(file);
        const backup = await backUp(sqliteFolder(env), path);
        return backupOutput(
          backup,
          path,
          'Its keys can only be decrypted with the current master key. Keep that key in a different place.',
        );
      }),
    );
  cli.program
    .command('restore')
    .argument('<file>', 'a file from "authly backup"')
    .description('restore a backup into a data folder without a store')
    .example('AUTHLY_DATA_DIR=/var/lib/authly authly restore /var/backups/authly-2026-11-17.db')
    .action(
      cli.run(async (env, _options: object, file) => {
        const folder = sqliteFolder(env);
        const backup = await restore(folder, resolve(file), environmentAsked(env));
        return backupOutput(
          backup,
          folder,
          'Before you start the service, run "authly doctor" to check that your master key decrypts its keys. Keys removed and clients revoked since the backup are valid again: remove and revoke them again.',
        );
      }),
    );
}

const noteBackup = (env: Env): Promise<Output> =>
  withStoreContext(env, async ({ store }) => {
    const at = Date.now();
    await store.settings.set(BACKUP_AT, String(at));
    return { json: { backup_at: isoTime(at) }, text: 'Noted.' };
  });

function backupOutput(backup: Backup, at: string, advice: string): Output {
  const { newestSessionAt, ...rest } = backup;
  const json = { at, ...rest, newest_session_at: isoTime(newestSessionAt) };
  return { json, text: `${fields(json)}\n\n${advice}` };
}

function sqliteFolder(env: Env): string {
  const { dataDir, databaseUrl } = storeLocation(env);
  if (databaseUrl === undefined) return dataDir;
  throw new OperatorError(
    'this store is on Postgres (AUTHLY_DATABASE_URL): back it up with pg_dump or the tools of your server',
  );
}
