import { setTimeout as pause } from 'node:timers/promises';
import { judged, percentile, say, type StoreKind, type Table } from '../bench.ts';
import { LOW } from '../slices.ts';
import type { CallName } from './calls.ts';
import { Drivers, LEAD_MS } from './drivers.ts';
import { Load } from './load.ts';
import type { Target } from './target.ts';

const TIMES = 3;
const AIM = { goodput: 0.7, p99Ms: 1000 };
const UNMET =
  'Calls of all the drivers’ connections wait at once, and a refusal costs a TLS record, a response and a log line.';
const ROUNDS = 5;
const PROBE_EVERY_MS = 20;
/** More than the probes in flight. With the drivers, below the limit for one address. */
const PROBE_CONNECTIONS = 300;

interface Round {
  readonly capacity: number;
  readonly sent: number;
  readonly accepted: number;
  readonly p99Ms: number;
}

export async function overload(store: StoreKind, target: Target, seconds: number): Promise<Table['rows']> {
  const drivers = await Drivers.start(target.server);
  const probes = new Load(target.server, PROBE_CONNECTIONS);
  await Promise.all(Array.from({ length: PROBE_CONNECTIONS }, () => probes.send(target.calls.result())));
  const rows: Table['rows'][number][] = [];
  for (const call of ['create', 'result'] as const) {
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await round(call, target, drivers, probes, seconds));
    rows.push(rowOf(store, call, rounds));
  }
  drivers.stop();
  await probes.close();
  return rows;
}

async function round(
  call: CallName,
  { load, calls }: Target,
  drivers: Drivers,
  probes: Load,
  seconds: number,
): Promise<Round> {
  const { requests, ms } = await load.forMs(seconds * 1000, calls[call]);
  const capacity = (1000 * requests) / ms;
  const probing = new AbortController();
  const latencies = probe(probes, calls[call], probing.signal);
  const { sent, accepted } = await drivers.arrive({ call, perSecond: capacity * TIMES, ms: seconds * 1000 });
  probing.abort();
  const p99Ms = percentile(await latencies, 0.99);
  return { capacity, sent: sent / seconds, accepted: accepted / seconds, p99Ms };
}

/** Other work on the machine slows rounds down and speeds none up, so the best ones count. */
function rowOf(store: StoreKind, call: CallName, rounds: readonly Round[]): Table['rows'][number] {
  const most = (of: keyof Round): number =>
    percentile(
      rounds.map((each) => each[of]),
      1 - LOW,
    );
  const p99 = percentile(
    rounds.map(({ p99Ms }) => p99Ms),
    LOW,
  );
  const [capacity, sent] = [most('capacity'), most('sent')];
  const goodput = most('accepted') / capacity;
  say(`${store}: overload, ${call} ${goodput.toFixed(2)}`);
  return {
    store,
    call,
    'capacity/s': Math.round(capacity),
    'sent/s': Math.round(sent),
    'sent/capacity': sent / capacity,
    goodput,
    'p99 ms': p99,
    ...judged(`≥ ${AIM.goodput}, p99 ≤ ${AIM.p99Ms} ms`, goodput >= AIM.goodput && p99 <= AIM.p99Ms, UNMET),
  };
}

/** Latencies of accepted calls, sent by this process, which has little else to do: the service's and not the drivers'. */
async function probe(load: Load, next: Target['calls'][CallName], until: AbortSignal): Promise<number[]> {
  const accepted: number[] = [];
  const send = async (): Promise<void> => {
    const began = performance.now();
    const { status } = await load.send(next());
    if (status < 300) accepted.push(performance.now() - began);
  };
  const open: Promise<void>[] = [];
  await pause(LEAD_MS);
  for (; !until.aborted; await pause(PROBE_EVERY_MS)) open.push(send());
  await Promise.all(open);
  return accepted;
}
