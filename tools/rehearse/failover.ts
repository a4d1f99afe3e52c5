import { generator } from '../random.ts';
import { deploy, type Deployment } from '../chaos/deployment.ts';
import { freshToken } from '../chaos/fresh-token.ts';
import type { Ground } from '../chaos/ground.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Load, pause } from '../chaos/load.ts';
import { lookAgain, timeToServe } from '../chaos/look-again.ts';
import { create } from '../chaos/merchant-calls.ts';
import { DatabaseServer, urlOfPair } from './database-pair.ts';
import type { Figures } from './figures.ts';
import type { PostgresTools } from './postgres-tools.ts';

const LOAD_MS = 5000;

/** The server is killed under load, its standby takes over, and nothing that was acknowledged may be missing there. */
export async function rehearseFailover(tools: PostgresTools, ground: Ground): Promise<Figures> {
  const primary = await DatabaseServer.make(tools);
  ground.cleanup.defer(() => primary.remove());
  const standby = await primary.standby();
  ground.cleanup.defer(() => standby.remove());
  await primary.waitForStandby();
  const url = urlOfPair(primary, standby);
  const deployment = await deploy(ground, {
    name: 'Postgres',
    processes: 2,
    folder: `${ground.folder}/failover`,
    servedFrom: url,
    databaseUrl: url,
  });
  const token = await freshToken(deployment);
  const withoutStandby = await acknowledgedAlone(deployment, token, { primary, standby });
  const ledger = new Ledger();
  const load = new Load(deployment, ledger, token, generator(1));
  await pause(LOAD_MS);
  const killedAt = performance.now();
  await primary.kill();
  await standby.ask('SELECT pg_promote(wait => true)');
  const promotedMs = performance.now() - killedAt;
  await timeToServe(deployment, token);
  const backMs = performance.now() - killedAt;
  await pause(1000);
  await load.stop();
  await lookAgain(ledger.takeRound(), token, ledger);
  const { sessions, cancels, outcomes, refused, unanswered } = ledger.counts;
  return {
    rehearsed: 'failover to a promoted standby',
    holds: !ledger.lostAnything && withoutStandby === 0,
    figures: {
      'acknowledged sessions, cancels, outcomes': `${sessions}, ${cancels}, ${outcomes}`,
      'of them lost': Object.values(ledger.losses).reduce((all, each) => all + each, 0),
      'the standby took over after, s': seconds(promotedMs),
      'every process served again after, s': seconds(backMs),
      'refused (503), no answer meanwhile': `${refused}, ${unanswered}`,
      'acknowledged while the standby was away': withoutStandby,
    },
  };
}

/**
 * With nobody to confirm it, a commit is not acknowledged; also where somebody ends the wait, which the server tells as a success with a
 * warning. Returns how many were.
 */
async function acknowledgedAlone(
  deployment: Deployment,
  token: string,
  { primary, standby }: { primary: DatabaseServer; standby: DatabaseServer },
): Promise<number> {
  await standby.stop();
  const asked = Promise.all(deployment.services.map((service) => create(service, deployment, token)));
  await pause(1000);
  await primary.ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  const answers = await asked;
  await standby.start();
  await timeToServe(deployment, token);
  return answers.filter((answer) => answer?.status === 201).length;
}

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);
