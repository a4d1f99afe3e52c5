import { setTimeout as pause } from 'node:timers/promises';
import { deploy, type Deployment } from '../chaos/deployment.ts';
import type { Fixture } from '../chaos/fixture.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Load } from '../chaos/load.ts';
import { lookAgain, timeToServe } from '../chaos/look-again.ts';
import { create, freshToken } from '../chaos/merchant.ts';
import { generator } from '../random.ts';
import { DatabaseServer } from './database-server.ts';
import type { Rehearsed } from './options.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds, within } from './waiting.ts';

const LOAD_MS = 5000;

/** The server is killed under load, its standby takes over, and nothing that was acknowledged may be missing there. */
export async function rehearseFailover(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  const primary = await DatabaseServer.make(tools, fixture.cleanup);
  const standby = await primary.standby(fixture.cleanup);
  await primary.waitForStandby();
  // Both servers, as the guide says; the services look for the one that takes writes.
  const hosts = [primary, standby].map(({ url }) => new URL(url).host).join();
  const url = `postgres://authly:authly@${hosts}/postgres?target_session_attrs=read-write`;
  const deployment = await deploy(fixture, { processes: 2, folder: `${fixture.folder}/failover`, databaseUrl: url });
  const token = await freshToken(deployment);
  say('the standby is away …');
  const withoutStandby = await acknowledgedAlone(deployment, token, { primary, standby });
  const ledger = new Ledger();
  const load = new Load({ deployment, ledger, token, random: generator(1) });
  await pause(LOAD_MS);
  say('the primary is killed under load, the standby promoted …');
  const killedAt = performance.now();
  await primary.server.kill();
  await standby.ask('SELECT pg_promote(wait => true)');
  const promotedMs = performance.now() - killedAt;
  await timeToServe(deployment, token);
  const backMs = performance.now() - killedAt;
  await pause(1000);
  await within('the load to end', load.stop());
  await lookAgain(ledger.takeRound(), token, ledger);
  const { sessions, cancels, outcomes, refused, unanswered } = ledger.counts;
  return {
    rehearsed: 'failover to a promoted standby',
    holds: ledger.totalLost === 0 && withoutStandby === 0,
    measured: {
      'acknowledged sessions, cancels, outcomes': `${sessions}, ${cancels}, ${outcomes}`,
      'of them lost': ledger.totalLost,
      'the standby took over after, s': seconds(promotedMs),
      'every process served again after, s': seconds(backMs),
      'refused (503), no answer meanwhile': `${refused}, ${unanswered}`,
      'acknowledged while the standby was away': withoutStandby,
    },
  };
}

/**
 * Without a standby a commit is not acknowledged, even if the wait is canceled, which the server reports as a success with a
 * warning. Returns how many were.
 */
async function acknowledgedAlone(
  deployment: Deployment,
  token: string,
  { primary, standby }: { primary: DatabaseServer; standby: DatabaseServer },
): Promise<number> {
  await standby.server.stop();
  const asked = Promise.all(deployment.services.map((service) => create(service, deployment, token)));
  await pause(1000);
  await primary.ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  const answers = await asked;
  await standby.server.start();
  await timeToServe(deployment, token);
  return answers.filter((answer) => answer?.status === 201).length;
}
