// CPU time and memory of open hosted pages, and the latency of a change: `npm run bench -- hosted`.
import { setTimeout as pause } from 'node:timers/promises';
import { judged, median, percentile, say, type Bench, type Chosen, type StoreKind, type Table } from '../bench.ts';
import { successOf } from '../../fixture/call.ts';
import { atOnce } from '../../fixture/fixture.ts';
import { addMerchant, type Client } from '../../fixture/merchants.ts';
import { fromPage, newSession, tokenOf, type CreatedSession } from '../../fixture/session-calls.ts';
import { COLLECT_GARBAGE, openBench, rssOf, startProgram, startServices, type Server } from '../fixture.ts';
import { Load } from '../load.ts';
import { processMs } from '../processor-time.ts';
import { PageStreams } from './streams.ts';

const AIMS = { quietPercent: 10, kilobytesBeyondTls: 30, changeMs: 300 };
const UNMET = 'Resident memory includes what the allocator keeps, and a change waits for other work on the machine.';
/** Measures after the handshakes of the pages. */
const SETTLE_MS = 3000;
const CHANGES = 300;
const BETWEEN_CHANGES_MS = 5;
const CONNECTIONS = 16;

async function run(chosen: Chosen): Promise<Table[]> {
  const rows: Table['rows'][number][] = [];
  for (const store of chosen.stores) rows.push(await measure(store, chosen));
  const title = `${chosen.number('pages')} open event streams on one process over TLS, each with a new link every 10 s. CPU: share of one core while nothing else happens. Beyond TLS: memory less that of a connection to a bare TLS server. Change: from the call that cancels a session until its page knows; on Postgres another process takes the call.`;
  return [{ title, rows }];
}

async function measure(store: StoreKind, chosen: Chosen): Promise<Table['rows'][number]> {
  await using cleanup = new AsyncDisposableStack();
  const [pages, seconds] = [chosen.number('pages'), chosen.number('seconds')];
  const fixture = await openBench(store, cleanup);
  // Three sixteenths of the connections may be open pages of one merchant.
  const env = { AUTHLY_MAX_CONNECTIONS: String(Math.max(10_000, Math.ceil(pages * 2.8))) };
  const { servers, clients, withStore } = await startServices(fixture, {
    processes: store === 'postgres' ? 2 : 1,
    env,
  });
  const holder = servers[0]!;
  const [toHolder, toMover] = [holder, servers.at(-1)!].map((server) => new Load(server, CONNECTIONS));
  cleanup.defer(async () => void (await Promise.all([toHolder!.close(), toMover!.close()])));
  const streams = new PageStreams(cleanup);

  say(`${store}: creating ${pages} sessions`);
  const all = await openedSessions(
    toHolder!,
    [...clients, ...(await withStore((store) => addMerchant(store, {})))],
    pages,
  );
  say(`${store}: opening ${pages} pages`);
  const kilobytes = await kilobytesEach(holder, streams, all);
  const before = processMs(holder.pid);
  await pause(seconds * 1000);
  const quietPercent = (processMs(holder.pid) - before) / (seconds * 10);
  const bare = new PageStreams(cleanup);
  const beyondTls =
    kilobytes -
    (await kilobytesEach(await startProgram(fixture, 'hosted/tls-process.ts', {}, COLLECT_GARBAGE), bare, all));
  bare.close();

  say(`${store}: canceling sessions`);
  const step = Math.max(1, Math.floor(pages / CHANGES));
  const times: number[] = [];
  for (const page of all.filter((_, i) => i % step === 0)) {
    const began = performance.now();
    const seen = streams.canceled(page);
    await successOf(toMover!.call(fromPage(page, 'hostedCancel')));
    times.push((await seen) - began);
    await pause(BETWEEN_CHANGES_MS);
  }
  if (streams.count < pages - times.length)
    throw new Error(`${pages - times.length - streams.count} pages were cut off`);
  const p99 = percentile(times, 0.99);
  return {
    store,
    pages,
    'CPU %': quietPercent,
    'KB a page': kilobytes,
    'KB beyond TLS': beyondTls,
    'change p50 ms': median(times),
    'change p99 ms': p99,
    ...judged(
      `CPU ≤ ${AIMS.quietPercent} %, ≤ ${AIMS.kilobytesBeyondTls} KB beyond TLS, p99 ≤ ${AIMS.changeMs} ms`,
      quietPercent <= AIMS.quietPercent && beyondTls <= AIMS.kilobytesBeyondTls && p99 <= AIMS.changeMs,
      UNMET,
    ),
  };
}

/** Sessions whose page has been opened, of each merchant in turn. */
async function openedSessions(load: Load, clients: readonly Client[], count: number): Promise<CreatedSession[]> {
  const tokens = await Promise.all(clients.map((client) => tokenOf(load, client)));
  const sessions: CreatedSession[] = [];
  await atOnce(CONNECTIONS, count, async (i) => {
    const n = i % clients.length;
    const session = await newSession(load, clients[n]!, tokens[n]!, { user: `user-${i}` });
    await successOf(load.call(fromPage(session, 'hostedOpened')));
    sessions.push(session);
  });
  return sessions;
}

/** Resident memory of each connection, in kilobytes. */
async function kilobytesEach(server: Server, streams: PageStreams, pages: readonly CreatedSession[]): Promise<number> {
  const empty = await rssOf(server);
  await streams.open(server, pages);
  await pause(SETTLE_MS);
  return ((await rssOf(server)) - empty) / pages.length / 1024;
}

export default {
  summary: 'CPU and memory of thousands of open hosted pages, and how soon each learns of a change',
  about: `Opens an event stream for each of many sessions of two merchants on one service process, as open hosted pages do, from several addresses.
A process uses half of the files that it may open (ulimit -n) as connections, and three sixteenths of them are for the pages of one merchant. Linux only.`,
  numbers: {
    pages: { is: 'open event streams', value: 3500, quick: 2000, min: 100, max: 50_000 },
    seconds: { is: 'of quiet', value: 20, quick: 10, min: 1, max: 600 },
  },
  run,
} satisfies Bench;
