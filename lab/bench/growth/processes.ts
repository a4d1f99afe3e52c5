import { setTimeout as pause } from 'node:timers/promises';
import { successOf, type Caller } from '../../fixture/call.ts';
import { atOnce } from '../../fixture/fixture.ts';
import { fromPage, newSession, tokenOf } from '../../fixture/session-calls.ts';
import { captureOf, wholeSession } from '../api/whole-sessions.ts';
import { judged, percentile, say, type Table } from '../bench.ts';
import { openBench, startServices, type Server } from '../fixture.ts';
import { PageStreams } from '../hosted/streams.ts';
import { Load } from '../load.ts';
import { processMs } from '../processor-time.ts';

/** From the largest cluster to one process: those that are not needed any more end. */
const PROCESSES = [32, 16, 4, 1];
/** Of each process. */
const WARM_UP = 40;
const SESSIONS_PER_SECOND = 30;
/** Spread over all processes; every second one is canceled. */
const PAGES = 400;
const AIMS = { cost: 1.5, knownMs: 300 };
const UNMET = 'Each process listens to the changes of all others, and looks for expired sessions and due webhooks.';

/** What a session costs as more processes listen on one Postgres, and how late another process knows of a change. */
export async function processes(most: number, seconds: number): Promise<Table['rows']> {
  await using cleanup = new AsyncDisposableStack();
  const fixture = await openBench('postgres', cleanup);
  const counts = PROCESSES.filter((count) => count <= most);
  const env = { AUTHLY_ENGINE_THREADS: '1' };
  const { servers, clients } = await startServices(fixture, { processes: counts[0]!, env });
  const loads = servers.map((server) => new Load(server, 4));
  cleanup.defer(async () => void (await Promise.all(loads.map((load) => load.close()))));
  const client = clients[0]!;
  const token = await tokenOf(loads[0]!, client);
  const capture = captureOf(0, 1, 2);
  let calls = 0;
  const rows = [];
  for (const count of counts) {
    for (const { pid } of servers.splice(count)) process.kill(pid, 'SIGTERM');
    // As behind a proxy: each call goes to the next process.
    const load: Caller = { call: (call) => loads[calls++ % count]!.call(call) };
    const session = (i: number): Promise<void> =>
      wholeSession({ load, client }, { token, mode: 'enrollment', user: `user-${i}`, capture });
    if (count === counts[0]) await atOnce(8, WARM_UP * count, session);
    const before = { services: sumMs(servers), postgres: fixture.postgresMs() };
    const sessions = seconds * SESSIONS_PER_SECOND;
    await paced(sessions, session);
    const services = (sumMs(servers) - before.services) / sessions;
    const postgres = (fixture.postgresMs() - before.postgres) / sessions;

    const streams = new PageStreams(cleanup);
    const pages = await Promise.all(
      Array.from({ length: PAGES }, (_, i) => newSession(load, client, token, { user: `page-${i}` })),
    );
    for (const page of pages) await successOf(load.call(fromPage(page, 'hostedOpened')));
    for (const [i, server] of servers.entries())
      await streams.open(
        server,
        pages.filter((_, page) => page % count === i),
      );
    const known: number[] = [];
    await paced(PAGES / 2, async (i) => {
      const began = performance.now();
      const seen = streams.canceled(pages[2 * i]!);
      await successOf(loads[(2 * i + 1) % count]!.call(fromPage(pages[2 * i]!, 'hostedCancel')));
      known.push((await seen) - began);
    });
    streams.close();
    rows.push({ processes: count, services, postgres, knownMs: percentile(known, 0.99) });
    say(`${count} processes: ${services.toFixed(1)} + ${postgres.toFixed(1)} ms`);
  }
  const one = rows.at(-1)!;
  return rows.toReversed().map(({ processes, services, postgres, knownMs }) => {
    const ratio = (services + postgres) / (one.services + one.postgres);
    return {
      processes,
      'CPU ms': services,
      'CPU ms of Postgres': postgres,
      ratio,
      'known elsewhere p99 ms': knownMs,
      ...judged(`≤ ${AIMS.cost}, p99 ≤ ${AIMS.knownMs} ms`, ratio <= AIMS.cost && knownMs <= AIMS.knownMs, UNMET),
    };
  });
}

const sumMs = (servers: readonly Server[]): number => servers.reduce((sum, { pid }) => sum + processMs(pid), 0);

async function paced(count: number, work: (i: number) => Promise<void>): Promise<void> {
  const running: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    running.push(work(i));
    await pause(1000 / SESSIONS_PER_SECOND);
  }
  await Promise.all(running);
}
