import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startPgbouncer } from '../../deploy/test/running-pgbouncer.ts';
import { deploy } from '../chaos/deployment.ts';
import type { Fixture } from '../chaos/fixture.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Load } from '../chaos/load.ts';
import { lookAgain, timeToServe } from '../chaos/look-again.ts';
import { freshToken } from '../chaos/merchant.ts';
import { ensureInstalled } from '../debian-package.ts';
import { generator } from '../random.ts';
import { DatabaseServer } from './database-server.ts';
import type { Rehearsed } from './options.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds, within } from './waiting.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const LOAD_MS = 5000;

/** Two processes share few connections through PgBouncer in transaction mode, which is killed under load and started again. */
export async function rehearsePgbouncer(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  ensureInstalled('No pgbouncer is here', ['pgbouncer'], () => existsSync(PROGRAM));
  if (!existsSync(PROGRAM)) throw new Error("The rehearsal needs Debian's package pgbouncer (apt-get install).");
  const { url } = await DatabaseServer.make(tools, fixture.cleanup);
  const pool = await startPgbouncer(url, { mode: 'transaction', ignoresStartupParameters: true });
  fixture.cleanup.use(pool);
  const folder = `${fixture.folder}/pgbouncer`;
  const urls = { databaseUrl: url, servedFrom: pool.through(url), listenUrl: url };
  const deployment = await deploy(fixture, { processes: 2, folder, ...urls });
  const token = await freshToken(deployment);
  const ledger = new Ledger();
  const load = new Load({ deployment, ledger, token, random: generator(4) });
  await pause(LOAD_MS);
  say('PgBouncer is killed and started again under load …');
  await within('PgBouncer to restart', pool.restart());
  const backMs = await timeToServe(deployment, token);
  await pause(LOAD_MS);
  await within('the load to end', load.stop());
  await lookAgain(ledger.takeRound(), token, ledger);
  const { sessions, cancels, outcomes, refused, unanswered, failed } = ledger.counts;
  return {
    rehearsed: 'PgBouncer in transaction mode, killed and started again',
    holds: ledger.totalLost === 0 && failed === 0,
    measured: {
      'acknowledged sessions, cancels, outcomes': `${sessions}, ${cancels}, ${outcomes}`,
      'of them lost': ledger.totalLost,
      'every process served again after, s': seconds(backMs),
      'refused (503), no answer, failed (500) meanwhile': `${refused}, ${unanswered}, ${failed}`,
    },
  };
}
