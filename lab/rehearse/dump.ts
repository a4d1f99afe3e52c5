import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCli } from '../../apps/service/src/cli/cli.ts';
import { BACKUP_AT } from '../../apps/service/src/storage/port/store.ts';
import type { Fixture } from '../fixture/fixture.ts';
import type { Acknowledged } from '../chaos/ledger.ts';
import { withStore } from '../fixture/merchants.ts';
import { DatabaseServer } from './database-server.ts';
import { LoadedDeployment } from './loaded-deployment.ts';
import type { Rehearsed } from './options.ts';
import { serverFolder, type PostgresTools } from './postgres-tools.ts';
import { say, seconds } from '../fixture/waiting.ts';

/** `authly backup` under load, then `pg_restore` into an empty server. It must have every session that was acknowledged before the backup. */
export async function rehearseDump(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  const { url } = await DatabaseServer.make(tools, fixture.cleanup);
  const empty = await DatabaseServer.make(tools, fixture.cleanup);
  const loaded = await LoadedDeployment.make(fixture, { processes: 1, databaseUrl: url });
  await loaded.startLoad();
  const before = [...loaded.ledger.acknowledged];
  say('authly backup under load …');
  const dumps = serverFolder(tools, 'authly-dump-');
  fixture.cleanup.defer(() => rmSync(dumps, { recursive: true, force: true }));
  const file = join(dumps, 'authly.dump');
  const { masterKey } = loaded.deployment;
  const refused = await noteRefuses(url, masterKey, dumps);
  let isMade = false;
  const dumpMs = await timed(async () => void (isMade = await succeeds(['backup', file], url, masterKey)));
  await loaded.stopLoad();
  const isNoted = (await noted(url)) !== undefined;
  writeFileSync(join(dumps, 'half.dump'), readFileSync(file).subarray(0, -1000));
  const half = await succeeds(['backup', '--note', join(dumps, 'half.dump')], url, masterKey);
  chownSync(file, tools.as.uid ?? -1, tools.as.gid ?? -1);
  say('pg_restore …');
  const restore = ['--no-owner', '--exit-on-error', `--dbname=${empty.url}`, file];
  const restoreMs = await timed(() => tools.run('pg_restore', restore));
  const missing = await missingOf(before, empty.url);
  const checks = [
    await succeeds(['doctor'], empty.url, masterKey),
    await succeeds(['audit', 'verify'], empty.url, masterKey),
  ];
  return {
    rehearsed: 'authly backup under load, and pg_restore',
    holds: missing === 0 && isMade && isNoted && refused && !half && checks.every(Boolean),
    measured: {
      'sessions acknowledged before the dump began': before.length,
      'of them missing after the restore': missing,
      'dump, s': seconds(dumpMs),
      'restore, s': seconds(restoreMs),
      'an empty file, one without keys and half a dump': refused && !half ? 'refused' : 'NOTED',
      'authly doctor and audit verify on it': checks.map((isGood) => (isGood ? 'good' : 'NOT good')).join(', '),
    },
  };
}

const noted = (databaseUrl: string): Promise<string | undefined> =>
  withStore({ dataDir: '/nowhere', databaseUrl, environment: 'test' }, (store) => store.settings.get(BACKUP_AT));

/** Files that cannot be restored are not noted. */
async function noteRefuses(url: string, masterKey: string, folder: string): Promise<boolean> {
  const [empty, keyless] = [join(folder, 'empty.dump'), join(folder, 'keyless.dump')];
  writeFileSync(empty, '');
  await promisify(execFile)('pg_dump', [
    '--format=custom',
    '--exclude-table=keys',
    `--file=${keyless}`,
    `--dbname=${url}`,
  ]);
  for (const file of [empty, keyless, join(folder, 'missing.dump')])
    if (await succeeds(['backup', '--note', file], url, masterKey)) return false;
  return (await noted(url)) === undefined;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function missingOf(sessions: readonly Acknowledged[], databaseUrl: string): Promise<number> {
  return withStore({ dataDir: '/nowhere', databaseUrl, environment: 'test' }, async (store) => {
    let missing = 0;
    for (const { sessionId } of sessions) if ((await store.sessions.find(sessionId)) === undefined) missing++;
    return missing;
  });
}

async function succeeds(command: string[], url: string, masterKey: string): Promise<boolean> {
  // In a file, as the guide for systemd has it.
  const file = join(mkdtempSync(join(tmpdir(), 'authly-url-')), 'database-url');
  writeFileSync(file, url);
  const env = { AUTHLY_DATABASE_URL_FILE: file, AUTHLY_MASTER_KEY: masterKey };
  return (await runCli(['node', 'authly', ...command], env, () => {})) === 0;
}
