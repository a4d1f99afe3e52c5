import { resolve } from 'node:path';
import { backUp, restore, type Backup } from '../../storage/sqlite/backup.ts';
import type { Cli } from '../cli-context.ts';
import { OperatorError } from '../../actions/operator.ts';
import { fields, output, time, type Output } from '../output.ts';
import { environmentAsked, storeLocation } from '../store-context.ts';
import type { Env } from '../../config/setting-reader.ts';

export function backupCommands(cli: Cli): void {
  cli.program
    .command('backup')
    .argument('<file>', 'a file that does not exist yet')
    .description('write a whole copy of the SQLite store, also while the service runs')
    .action(
      cli.run(async (env, _options: object, file) => {
        const path = resolve(file);
        const backup = await backUp(sqliteFolder(env), path);
        return told(
          backup,
          path,
          'The keys in it open under the master key of now alone: keep that key, and apart from it.',
        );
      }),
    );
  cli.program
    .command('restore')
    .argument('<file>', 'what `authly backup` wrote')
    .description('put a backup into a data folder that has no store')
    .action(
      cli.run(async (env, _options: object, file) => {
        const folder = sqliteFolder(env);
        const backup = await restore(folder, resolve(file), environmentAsked(env));
        return told(
          backup,
          folder,
          'Before you serve it: `authly doctor` says whether your master key opens its keys. Keys withdrawn and clients revoked since the backup are valid again: withdraw and revoke them anew.',
        );
      }),
    );
}

function told(backup: Backup, at: string, advice: string): Output {
  const { newestSessionAt, ...rest } = backup;
  const json = { at, ...rest, newest_session_at: time(newestSessionAt) };
  return output(json, `${fields(json)}\n\n${advice}`);
}

function sqliteFolder(env: Env): string {
  const { dataDir, databaseUrl } = storeLocation(env);
  if (databaseUrl === undefined) return dataDir;
  throw new OperatorError(
    'this store is on Postgres (AUTHLY_DATABASE_URL): back it up with pg_dump, or as your server does',
  );
}
