// Whether the service keeps its pace when it is asked for more than it can do: `npm run bench -- overload`.
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { warmUp } from '../api/memory.ts';
import { STORES, withService, type StoreKind } from '../api/stage.ts';
import type { Bench } from '../main.ts';
import { numberOption } from '../number-option.ts';
import { table } from '../table.ts';
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
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string', default: 'both' },
      call: { type: 'string' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      times: { type: 'string', default: '3' },
      connections: { type: 'string', default: '300' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const pace: Pace = {
    rounds: numberOption('rounds', values.rounds, 1, 50),
    ms: numberOption('seconds', values.seconds, 0.5, 60) * 1000,
    times: numberOption('times', values.times, 1, 10),
  };
  const connections = numberOption('connections', values.connections, 50, 2000);
  const stores = STORES.filter((store) => values.store === 'both' || values.store === store);
  const calls = CALLS.filter((call) => values.call === undefined || values.call === call);
  if (stores.length === 0 || calls.length === 0) throw new Error(`no such store or call\n\n${HELP}`);
  const reports: StoreReport[] = [];
  for (const store of stores) reports.push(await overloadStore(store, calls, pace, connections));
  console.log(values.json ? JSON.stringify({ ...pace, aim: AIM, stores: reports }) : asTable(reports, pace));
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
