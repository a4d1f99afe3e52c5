import { startPgbouncer } from '../../deploy/test/running-pgbouncer.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { installed } from '../../tools/debian-package.ts';
import { DatabaseServer } from './database-server.ts';
import { LoadedDeployment } from './loaded-deployment.ts';
import type { Rehearsed } from './options.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds, within } from '../fixture/waiting.ts';

/** Two processes share few connections through PgBouncer in transaction mode, which is killed under load and started again. */
export async function rehearsePgbouncer(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  installed({ pgbouncer: '/usr/sbin/pgbouncer' });
  const { url } = await DatabaseServer.make(tools, fixture.cleanup);
  const pool = await startPgbouncer(url, { mode: 'transaction', ignoresStartupParameters: true });
  fixture.cleanup.use(pool);
  const urls = { databaseUrl: url, servedFrom: pool.through(url), listenUrl: url };
  const loaded = await LoadedDeployment.make(fixture, { processes: 2, ...urls });
  await loaded.startLoad();
  say('PgBouncer is killed and started again under load …');
  await within('PgBouncer to restart', pool.restart());
  const backMs = await loaded.timeToServe();
  await loaded.keepLoad();
  await loaded.stopLoad();
  await loaded.readAgain();
  const { counts, totalLost } = loaded.ledger;
  return {
    rehearsed: 'PgBouncer in transaction mode, killed and started again',
    holds: totalLost === 0 && counts.failed === 0,
    measured: { ...loaded.counts, 'every process served again after, s': seconds(backMs) },
  };
}
