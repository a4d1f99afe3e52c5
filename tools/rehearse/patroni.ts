import { setTimeout as pause } from 'node:timers/promises';
import { deploy, type Deployment } from '../chaos/deployment.ts';
import type { Fixture } from '../chaos/fixture.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Load } from '../chaos/load.ts';
import { lookAgain, timeToServe } from '../chaos/look-again.ts';
import { freshToken } from '../chaos/merchant.ts';
import { generator } from '../random.ts';
import type { Rehearsed } from './options.ts';
import { PatroniCluster } from './patroni-cluster.ts';
import type { PatroniNode } from './patroni-node.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds, within } from './waiting.ts';

const LOAD_MS = 5000;

interface Event {
  readonly name: string;
  readonly happen: (primary: PatroniNode) => unknown;
  /** Afterwards the node takes part again. */
  readonly undo: (primary: PatroniNode) => void;
}

const EVENTS: readonly Event[] = [
  {
    name: 'switchover',
    happen: (primary) => void primary.switchOver(),
    undo: () => {},
  },
  { name: 'primary killed', happen: (primary) => primary.kill(), undo: (primary) => primary.start() },
  { name: 'primary frozen', happen: (primary) => primary.freeze(), undo: (primary) => primary.wake() },
];

/** Patroni replaces the primary under load, for three reasons. One process names every server, the other asks HAProxy. */
export async function rehearsePatroni(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  const cluster = await PatroniCluster.start(tools, fixture.cleanup);
  const { url: databaseUrl, proxyUrl } = cluster;
  const folder = `${fixture.folder}/patroni`;
  const deployment = await deploy(fixture, { processes: 2, folder, databaseUrl, servedFrom: [databaseUrl, proxyUrl] });
  const ledger = new Ledger();
  const measured: Record<string, string> = {};
  for (const event of EVENTS) {
    say(`${event.name} …`);
    Object.assign(measured, await rehearseEvent(event, { cluster, deployment, ledger }));
  }
  const { sessions, cancels, outcomes, refused, unanswered, failed } = ledger.counts;
  return {
    rehearsed: 'Patroni replaces the primary',
    holds: ledger.totalLost === 0 && failed === 0,
    measured: {
      'acknowledged sessions, cancels, outcomes': `${sessions}, ${cancels}, ${outcomes}`,
      'of them lost': ledger.totalLost,
      'refused (503), no answer, failed (500) meanwhile': `${refused}, ${unanswered}, ${failed}`,
      ...measured,
    },
  };
}

interface Scene {
  readonly cluster: PatroniCluster;
  readonly deployment: Deployment;
  readonly ledger: Ledger;
}

async function rehearseEvent({ name, happen, undo }: Event, scene: Scene): Promise<Record<string, string>> {
  const { cluster, deployment, ledger } = scene;
  // All three may take longer than a token lives.
  const token = await freshToken(deployment);
  const primary = await cluster.primary();
  const load = new Load({ deployment, ledger, token, random: generator(3) });
  await pause(LOAD_MS);
  const began = performance.now();
  await happen(primary);
  await cluster.primary(primary);
  const promoted = performance.now();
  say(`Patroni promoted another node after ${seconds(promoted - began)} s`);
  // Each process alone: they reach the new primary in two ways.
  const own = await Promise.all(
    deployment.services.map((service) => timeToServe({ ...deployment, services: [service] }, token)),
  );
  say(`served again after another ${own.map(seconds).join(' and ')} s`);
  await pause(1000);
  // The former primary comes back while there is load: it must not take a write.
  undo(primary);
  await cluster.untilWhole();
  await within('the load to end', load.stop());
  const round = ledger.takeRound();
  say(`${round.length} acknowledged sessions are read again …`);
  await lookAgain(round, token, ledger);
  return {
    [`${name}: Patroni promoted after, s`]: seconds(promoted - began),
    [`${name}: then served, with every server in the URL, after, s`]: seconds(own[0]!),
    [`${name}: then served, through HAProxy, after, s`]: seconds(own[1]!),
  };
}
