import type { Fixture } from '../fixture/fixture.ts';
import { LoadedDeployment } from './loaded-deployment.ts';
import type { Rehearsed } from './options.ts';
import { PatroniCluster } from './patroni-cluster.ts';
import { FROZEN, KILLED, SWITCHOVER, type Event } from './patroni-events.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, seconds } from '../fixture/waiting.ts';

/** Patroni replaces the primary under load, for several reasons. One process names every server, the other asks HAProxy. */
export async function rehearsePatroni(tools: PostgresTools, fixture: Fixture, freezes: number): Promise<Rehearsed> {
  const cluster = await PatroniCluster.start(tools, fixture.cleanup);
  const { url: databaseUrl, proxyUrl } = cluster;
  const loaded = await LoadedDeployment.make(fixture, {
    processes: 2,
    databaseUrl,
    servedFrom: [databaseUrl, proxyUrl],
  });
  const events = [SWITCHOVER, KILLED, ...Array.from({ length: freezes }, () => FROZEN)];
  const { measured, failure } = await rehearseAll(events, cluster, loaded);
  const { counts, totalLost } = loaded.ledger;
  return {
    rehearsed: 'Patroni replaces the primary',
    holds: totalLost === 0 && counts.failed === 0 && failure === undefined,
    measured: { ...loaded.counts, ...measured, ...(failure !== undefined && { failure }) },
  };
}

type Measured = Record<string, string | number>;

/** After a failure the events that are left make no sense. Everything acknowledged has been read again by then. */
async function rehearseAll(
  events: readonly Event[],
  cluster: PatroniCluster,
  loaded: LoadedDeployment,
): Promise<{ measured: Measured; failure?: string }> {
  const times = new Map<string, number[]>();
  const measured = (): Measured => Object.fromEntries([...times].map(([what, all]) => [what, spread(all)]));
  for (const [i, event] of events.entries()) {
    say(`${event.name} (${i + 1} of ${events.length}) …`);
    try {
      const took = Object.entries(await rehearseEvent(event, cluster, loaded));
      for (const [what, ms] of took) times.set(what, [...(times.get(what) ?? []), ms]);
    } catch (error) {
      say((error as Error).message);
      return { measured: measured(), failure: `${event.name}: ${(error as Error).message.split('\n', 1)[0]}` };
    }
  }
  return { measured: measured() };
}

/** Everything acknowledged is read again, in every case. */
async function rehearseEvent(
  event: Event,
  cluster: PatroniCluster,
  loaded: LoadedDeployment,
): Promise<Record<string, number>> {
  await loaded.startLoad();
  try {
    return await replacePrimary(event, cluster, loaded);
  } catch (error) {
    // A process that refuses a primary that went back accepts it after a restart.
    await loaded.restart();
    throw error;
  } finally {
    await loaded.stopLoad();
    await loaded.readAgain();
  }
}

async function replacePrimary(
  { name, happen, undo }: Event,
  cluster: PatroniCluster,
  loaded: LoadedDeployment,
): Promise<Record<string, number>> {
  const primary = await cluster.primary();
  const began = performance.now();
  await happen(primary);
  await cluster.primary(primary);
  const promoted = performance.now() - began;
  say(`Patroni promoted another node after ${seconds(promoted)} s`);
  // Each process alone: they reach the new primary in two ways.
  const own = await Promise.all(loaded.services.map((service) => loaded.timeToServe([service])));
  say(`served again after another ${own.map(seconds).join(' and ')} s`);
  await loaded.keepLoad(1000);
  // The former primary returns under load: it must not take a write.
  undo(primary);
  await cluster.untilWhole();
  await loaded.timeToServe();
  return {
    [`${name}: Patroni promoted after, s`]: promoted,
    [`${name}: then served, with every server in the URL, after, s`]: own[0]!,
    [`${name}: then served, through HAProxy, after, s`]: own[1]!,
  };
}

function spread(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b);
  const [middle, most] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!].map(seconds);
  return all.length === 1 ? most! : `p50 ${middle}, max ${most}`;
}
