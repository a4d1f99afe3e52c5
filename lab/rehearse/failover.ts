import { setTimeout as pause } from 'node:timers/promises';
import type { Fixture } from '../fixture/fixture.ts';
import { create } from '../fixture/session-calls.ts';
import { DatabaseServer } from './database-server.ts';
import { LoadedDeployment } from './loaded-deployment.ts';
import type { Rehearsed } from './options.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds } from '../fixture/waiting.ts';

/** The server is killed under load, its standby takes over, and every acknowledged session must be there. */
export async function rehearseFailover(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  const primary = await DatabaseServer.make(tools, fixture.cleanup);
  const standby = await primary.standby(fixture.cleanup);
  await primary.waitForStandby();
  // Both servers, as the guide says; the services look for the one that takes writes.
  const hosts = [primary, standby].map(({ url }) => new URL(url).host).join();
  const databaseUrl = `postgres://authly:authly@${hosts}/postgres?target_session_attrs=read-write`;
  const loaded = await LoadedDeployment.make(fixture, { processes: 2, databaseUrl });
  say('the standby is away …');
  const withoutStandby = await acknowledgedAlone(loaded, primary, standby);
  await loaded.startLoad();
  say('the primary is killed under load, the standby promoted …');
  const killedAt = performance.now();
  await primary.server.kill();
  await standby.ask('SELECT pg_promote(wait => true)');
  const promotedMs = performance.now() - killedAt;
  await loaded.timeToServe();
  const backMs = performance.now() - killedAt;
  await loaded.keepLoad(1000);
  await loaded.stopLoad();
  await loaded.readAgain();
  return {
    rehearsed: 'failover to a promoted standby',
    holds: loaded.ledger.totalLost === 0 && withoutStandby === 0,
    measured: {
      ...loaded.counts,
      'the standby took over after, s': seconds(promotedMs),
      'every process served again after, s': seconds(backMs),
      'acknowledged while the standby was away': withoutStandby,
    },
  };
}

/** Without a standby no commit is acknowledged. The server reports a canceled wait as a success with a warning. */
async function acknowledgedAlone(
  loaded: LoadedDeployment,
  primary: DatabaseServer,
  standby: DatabaseServer,
): Promise<number> {
  await standby.server.stop();
  const { services, deployment, token } = loaded;
  const creations = Promise.all(services.map((service) => service.call(create(deployment.client, token))));
  await pause(1000);
  await primary.ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  const answers = await creations;
  await standby.server.start();
  await loaded.timeToServe();
  return answers.filter((answer) => answer?.status === 201).length;
}
