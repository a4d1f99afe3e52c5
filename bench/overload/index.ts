// Whether the service keeps its pace when it is asked for more than it can do: `npm run bench -- overload`.
import { availableParallelism, cpus } from 'node:os';
import { warmUp } from '../api/memory.ts';
import { withService, type StoreKind } from '../api/stage.ts';
import { loadOptions } from '../load-options.ts';
import type { Bench } from '../main.ts';
import { table } from '../../tools/table.ts';
import { measure, QUIET_SHARE, type Overload, type Pace } from './measure.ts';
import { OpenLoad } from './open-load.ts';

const HELP = `npm run bench -- overload [options]

One service process over TLS. First what it can do: 32 connections, each asking again as soon as it is answered. Then requests that
come when they are due, whatever became of those before: ${QUIET_SHARE} of that capacity, and three times of it; the first two seconds, which may
be a burst, are not counted. Goodput is what was accepted beside the capacity; the p99 of what was accepted stands beside the p99 when it is quiet.

  --store NAME        sqlite, postgres or both (both)
  --call NAME         only create or result
  --seconds N         of one slice (3)
  --rounds N          of capacity, quiet and overload (5)
  --times N           how many times its capacity (3)
  --connections N     of those that come when they are due (300)
  --json              one JSON object instead of the table
`;

const AIM = { goodput: 0.9, slowdown: 5 };
/** Few enough that they are no queue. */
const CAPACITY_CONNECTIONS = 32;
const CALLS = ['create', 'result'] as const;

type StoreReport = { readonly store: StoreKind; readonly calls: readonly Overload[] };

async function run(args: string[]): Promise<void> {
  const told = loadOptions(args, {
    help: HELP,
    calls: CALLS,
    numbers: { seconds: [3, 0.5, 60], rounds: [5, 1, 50], times: [3, 1, 10], connections: [300, 50, 2000] },
  });
  if (told === undefined) return;
  const { stores, calls, json } = told;
  const { seconds, rounds, times, connections } = told.numbers;
  const pace: Pace = { rounds, ms: seconds * 1000, times };
  const reports: StoreReport[] = [];
  for (const store of stores) reports.push(await overloadStore(store, calls, pace, connections));
  console.log(json ? JSON.stringify({ ...pace, aim: AIM, stores: reports }) : asTable(reports, pace));
}

function overloadStore(
  store: StoreKind,
  calls: readonly (typeof CALLS)[number][],
  pace: Pace,
  connections: number,
): Promise<StoreReport> {
  const say = (line: string): void => console.error(`${store}: ${line}`);
  say('starting');
  return withService(store, CAPACITY_CONNECTIONS, async (service, ca) => {
    await warmUp(service);
    const open = await OpenLoad.open(service.target.port, ca, connections);
    const measured: Overload[] = [];
    for (const call of calls) measured.push(await measure(call, service, open, pace, say));
    open.close();
    return { store, calls: measured };
  });
}

function asTable(reports: readonly StoreReport[], { rounds, ms, times }: Pace): string {
  const rows = reports.flatMap(({ store, calls }) =>
    calls.map(({ call, capacityPerSecond, sentPerSecond, busy, goodput, quietP99Ms, overloadP99Ms, slowdown }) => [
      `${call}, ${store}`,
      capacityPerSecond.toFixed(0),
      sentPerSecond.toFixed(0),
      busy.toFixed(2),
      `${goodput.median.toFixed(2)} (${goodput.min.toFixed(2)}–${goodput.max.toFixed(2)})`,
      `${quietP99Ms.toFixed(1)} / ${overloadP99Ms.toFixed(1)}`,
      `${slowdown.median.toFixed(1)} (${slowdown.min.toFixed(1)}–${slowdown.max.toFixed(1)})`,
      goodput.median >= AIM.goodput && slowdown.median <= AIM.slowdown ? 'yes' : 'NO',
    ]),
  );
  return [
    `Asked for ${times} times its capacity, ${rounds} rounds of ${ms / 1000} s. Aim: goodput at least ${AIM.goodput} of capacity, p99 of what is accepted at most ${AIM.slowdown} times the quiet one.`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(
      [
        'call, store',
        'capacity/s',
        'sent/s',
        'busy',
        'goodput (range)',
        'p99 ms quiet / over',
        'ratio (range)',
        'holds',
      ],
      rows,
    ),
  ].join('\n');
}

export default { summary: 'goodput and p99 at three times what the service can do', run } satisfies Bench;
