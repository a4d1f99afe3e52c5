import type { Fixture } from '../chaos/fixture.ts';
import { LoadedDeployment } from './loaded-deployment.ts';
import type { Rehearsed } from './options.ts';
import { PatroniCluster } from './patroni-cluster.ts';
import type { PatroniNode } from './patroni-node.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds } from './waiting.ts';

interface Event {
  readonly name: string;
  readonly happen: (primary: PatroniNode) => unknown;
  /** Afterwards the node takes part again. */
  readonly undo: (primary: PatroniNode) => void;
}

const EVENTS: readonly Event[] = [
  { name: 'switchover', happen: (primary) => void primary.switchOver(), undo: () => {} },
  { name: 'primary killed', happen: (primary) => primary.kill(), undo: (primary) => primary.start() },
  {
    name: 'primary frozen',
    happen: (primary) => primary.signal('SIGSTOP'),
    undo: (primary) => primary.signal('SIGCONT'),
  },
];

/** Patroni replaces the primary under load, for three reasons. One process names every server, the other asks HAProxy. */
export async function rehearsePatroni(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  const cluster = await PatroniCluster.start(tools, fixture.cleanup);
  const { url: databaseUrl, proxyUrl } = cluster;
  const loaded = await LoadedDeployment.make(fixture, {
    processes: 2,
    databaseUrl,
    servedFrom: [databaseUrl, proxyUrl],
  });
  const measured: Record<string, string> = {};
  for (const event of EVENTS) {
    say(`${event.name} …`);
    Object.assign(measured, await rehearseEvent(event, cluster, loaded));
  }
  const { counts, totalLost } = loaded.ledger;
  return {
    rehearsed: 'Patroni replaces the primary',
    holds: totalLost === 0 && counts.failed === 0,
    measured: { ...loaded.counts, ...measured },
  };
}

async function rehearseEvent(
  { name, happen, undo }: Event,
  cluster: PatroniCluster,
  loaded: LoadedDeployment,
): Promise<Record<string, string>> {
  const primary = await cluster.primary();
  await loaded.startLoad();
  const began = performance.now();
  await happen(primary);
  await cluster.primary(primary);
  const promoted = performance.now();
  say(`Patroni promoted another node after ${seconds(promoted - began)} s`);
  // Each process alone: they reach the new primary in two ways.
  const own = await Promise.all(loaded.services.map((service) => loaded.timeToServe([service])));
  say(`served again after another ${own.map(seconds).join(' and ')} s`);
  await loaded.keepLoad(1000);
  // The former primary returns under load: it must not take a write.
  undo(primary);
  await cluster.untilWhole();
  await loaded.stopLoad();
  await loaded.readAgain();
  return {
    [`${name}: Patroni promoted after, s`]: seconds(promoted - began),
    [`${name}: then served, with every server in the URL, after, s`]: seconds(own[0]!),
    [`${name}: then served, through HAProxy, after, s`]: seconds(own[1]!),
  };
}
