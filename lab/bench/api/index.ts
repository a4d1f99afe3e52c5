// CPU time of a call compared with a bare route that does the same store work: `npm run bench -- api`.
import { judged, say, type Bench, type Chosen, type StoreKind, type Table } from '../bench.ts';
import type { Client } from '../../fixture/merchants.ts';
import { openBench, startServices, type Server } from '../fixture.ts';
import { Load } from '../load.ts';
import { inTurns, type Side, type Slice } from '../slices.ts';
import { CALL_NAMES, callsOf, clientsFor, mixed, type CallName, type Target } from './calls.ts';
import { startFloor } from './floor.ts';
import { memory } from './memory.ts';
import { wholeSessions } from './whole-sessions.ts';

type Row = Table['rows'][number];

/** Lower bound of floor CPU / service CPU. */
const AIMS: Readonly<Record<CallName, number>> = { token: 0.8, create: 0.9, result: 0.8 };
const UNMET =
  'The floor leaves out the checks of the contract, the rate limits, the metrics and the redaction of the log.';
const CONNECTIONS = 32;
/** Requests of one slice. */
const SLICE = 192;
/** Calls before the measurement compile the code and fill the caches. */
const WARM_UP = 6000;

async function run(chosen: Chosen): Promise<Table[]> {
  const rows: Record<'calls' | 'sessions' | 'memory', Row[]> = { calls: [], sessions: [], memory: [] };
  for (const store of chosen.stores) {
    await using cleanup = new AsyncDisposableStack();
    const fixture = await openBench(store, cleanup);
    const clients = clientsFor(SLICE * (chosen.number('rounds') + 1), WARM_UP, chosen.number('requests'));
    const started = await startServices(fixture, { clients });
    const service = await target(started.servers[0]!, started.clients, cleanup);
    const bare = await startFloor(fixture, clients);
    const floor = await target(bare.server, bare.clients, cleanup);
    for (const { load, calls } of [service, floor]) await load.forRequests(WARM_UP, mixed(calls));
    rows.calls.push(...(await compare(store, service, floor, chosen.number('rounds'))));
    if (chosen.parts.has('whole-sessions')) {
      const callMs =
        Number(rows.calls.find((row) => row['store'] === store && row['call'] === 'create')!['floor CPU µs']) / 1000;
      const bare = { target: floor, callMs };
      rows.sessions.push(...(await wholeSessions(store, service, { bare, count: chosen.number('sessions') })));
    }
    if (chosen.parts.has('memory')) rows.memory.push(await memory(store, service, chosen.number('requests')));
  }
  const tables: Table[] = [
    {
      title:
        'Whole sessions of one process: page, app, sealed capture, Bio API call, comparison and result. Processor time of each, with all threads; bare calls: eight of the bare route that creates. Wait: one session at a time, from the capture to the result; reading: its part that reads the capture, on this machine. Memory of the process after all of them; bare: of the bare route’s.',
      rows: rows.sessions,
    },
    {
      title: `One process, TLS, ${CONNECTIONS} connections. Ratio: CPU of a bare Fastify route with the same signature, token check, store work and log line / CPU of the service, threads and Postgres included; low percentile of short slices. Concurrent calls share commits and round trips in the service and not in the bare route, so a ratio can exceed 1.`,
      rows: rows.calls,
    },
    { title: 'Memory over many requests, garbage collected.', rows: rows.memory },
  ];
  return tables.filter((table) => table.rows.length > 0);
}

async function target(server: Server, clients: readonly Client[], cleanup: AsyncDisposableStack): Promise<Target> {
  const load = new Load(server, CONNECTIONS);
  cleanup.defer(() => load.close());
  return { server, client: clients[0]!, load, calls: await callsOf(clients, load) };
}

/** The calls take turns too, so that a slow phase of the machine affects all of them and not one. */
async function compare(store: StoreKind, service: Target, floor: Target, rounds: number): Promise<Row[]> {
  const side = ({ server, load, calls }: Target, call: CallName): Side => ({
    cpuMs: () => server.cpuMs(),
    work: () => load.forRequests(SLICE, calls[call]),
  });
  const sides = CALL_NAMES.flatMap((call) => [
    [`service ${call}`, side(service, call)] as const,
    [`floor ${call}`, side(floor, call)] as const,
  ]);
  const low = await inTurns(Object.fromEntries(sides), rounds);
  return CALL_NAMES.map((call) => rowOf(store, call, low[`service ${call}`]!, low[`floor ${call}`]!));
}

function rowOf(store: StoreKind, call: CallName, service: Slice, floor: Slice): Row {
  const ratio = floor.cpuMs / service.cpuMs;
  const aim = AIMS[call];
  say(`${store}: ${call} ${ratio.toFixed(2)}`);
  return {
    store,
    call,
    'requests/s': Math.round((1000 * SLICE) / service.ms),
    'CPU µs': Math.round((1000 * service.cpuMs) / SLICE),
    'floor CPU µs': Math.round((1000 * floor.cpuMs) / SLICE),
    ratio,
    ...judged(`≥ ${aim}`, ratio >= aim, UNMET),
  };
}

export default {
  summary: 'token, create and result compared with a bare route, on both databases',
  about: `Token, create and result of one service process over TLS, each compared with a bare Fastify route in a process of its own that does
the same signature, token check, SQL and log line. Linux only: processor time is read from /proc.`,
  parts: {
    'whole-sessions': 'processor time of sessions from creation to result',
    memory: 'memory over many requests',
  },
  numbers: {
    rounds: { is: 'slices of each, service and floor in turns', value: 200, quick: 40, min: 10, max: 1000 },
    sessions: { is: 'of each mode, for --whole-sessions', value: 1500, quick: 300, min: 50, max: 100_000 },
    requests: { is: 'for --memory', value: 100_000, quick: 20_000, min: 1000, max: 10_000_000 },
  },
  run,
} satisfies Bench;
