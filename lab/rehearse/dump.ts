import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../apps/service/src/cli/cli.ts';
import type { Fixture } from '../fixture/fixture.ts';
import type { Acknowledged } from '../chaos/ledger.ts';
import { withStore } from '../fixture/merchants.ts';
import { DatabaseServer } from './database-server.ts';
import { LoadedDeployment } from './loaded-deployment.ts';
import type { Rehearsed } from './options.ts';
import { serverFolder, type PostgresTools } from './postgres-tools.ts';
import { say, seconds } from './waiting.ts';

/** `pg_dump` under load, then `pg_restore` into an empty server. It must have every session that was acknowledged before the dump. */
export async function rehearseDump(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  const { url } = await DatabaseServer.make(tools, fixture.cleanup);
  const empty = await DatabaseServer.make(tools, fixture.cleanup);
  const loaded = await LoadedDeployment.make(fixture, { processes: 1, databaseUrl: url });
  await loaded.startLoad();
  const before = [...loaded.ledger.acknowledged];
  say('pg_dump under load …');
  const dumps = serverFolder(tools, 'authly-dump-');
  fixture.cleanup.defer(() => rmSync(dumps, { recursive: true, force: true }));
  const file = join(dumps, 'authly.dump');
  const dumpMs = await timed(() => tools.run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${url}`]));
  await loaded.stopLoad();
  say('pg_restore …');
  const restore = ['--no-owner', '--exit-on-error', `--dbname=${empty.url}`, file];
  const restoreMs = await timed(() => tools.run('pg_restore', restore));
  const missing = await missingOf(before, empty.url);
  const checks = [
    await succeeds(['doctor'], empty.url, loaded.deployment.masterKey),
    await succeeds(['audit', 'verify'], empty.url, loaded.deployment.masterKey),
  ];
  return {
    rehearsed: 'pg_dump under load, and pg_restore',
    holds: missing === 0 && checks.every(Boolean),
    measured: {
      'sessions acknowledged before the dump began': before.length,
      'of them missing after the restore': missing,
      'dump, s': seconds(dumpMs),
      'restore, s': seconds(restoreMs),
      'authly doctor and audit verify on it': checks.map((isGood) => (isGood ? 'good' : 'NOT good')).join(', '),
    },
  };
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
  const env = { AUTHLY_DATABASE_URL: url, AUTHLY_MASTER_KEY: masterKey };
  return (await runCli(['node', 'authly', ...command], env, () => {})) === 0;
}
