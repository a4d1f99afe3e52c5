// CPU time of calls as a store grows: `npm run bench -- growth`.
import { judged, median, percentile, say, type Bench, type Chosen, type StoreKind, type Table } from '../bench.ts';
import { LOW } from '../slices.ts';
import { filledStores, type FilledStore } from './filled-store.ts';
import { MERCHANT_OPERATIONS, merchantStatements } from './merchants.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { processes } from './processes.ts';

const SMALLEST = 1000;
const MERCHANTS = [10, 1000, 20_000];
/** Upper bound of CPU on the large store / CPU on the smallest. */
const AIM = 1.3;
const UNMET = 'The larger store has deeper trees and does not fit into the caches that hold the smaller one.';

type Row = Table['rows'][number];

async function run(chosen: Chosen): Promise<Table[]> {
  const [calls, bytes, ofMerchants]: [Row[], Row[], Row[]] = [[], [], []];
  for (const kind of chosen.stores) {
    await using cleanup = new AsyncDisposableStack();
    const sizes = [SMALLEST, chosen.number('sessions')].map((sessions) => ({ sessions }));
    const [small, large] = await filledStores(kind, sizes, cleanup);
    calls.push(...(await compare(kind, small!, large!, chosen.number('rounds'), OPERATIONS)));
    const { sessions, bytesPerSession } = large!;
    bytes.push({ store: kind, sessions, 'bytes/session': Math.round(bytesPerSession) });
  }
  const parts: Table[] = [];
  if (chosen.parts.has('merchants')) {
    for (const kind of chosen.stores) ofMerchants.push(...(await withMerchants(kind, chosen.number('rounds'))));
    parts.push({
      title: `As the merchants grow, each with a client and a webhook endpoint. Ratio: CPU with so many / CPU with ${MERCHANTS[0]}. Deliveries at rest: a look of one process every 2 s.`,
      rows: ofMerchants,
    });
  }
  if (chosen.parts.has('cluster') && chosen.stores.includes('postgres'))
    parts.push({
      title:
        'Processes on one Postgres, all listening, with one fixed load: processor time of each enrollment from creation to result. Ratio: that of both columns / that of one process. Known elsewhere: from the call that cancels a session until its page knows, which another process holds.',
      rows: await processes(chosen.number('processes'), chosen.number('seconds')),
    });
  return [
    ...parts,
    {
      title: `Calls of the store, one at a time. Ratio: CPU with ${chosen.number('sessions')} sessions / CPU with ${SMALLEST}.`,
      rows: calls,
    },
    {
      title:
        'Size of the large store on disk: a session with its events, attempts, claims and deliveries, and the indexes.',
      rows: bytes,
    },
  ];
}

async function withMerchants(kind: StoreKind, rounds: number): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  const sizes = MERCHANTS.map((merchants) => ({ sessions: SMALLEST, merchants, more: merchantStatements(merchants) }));
  const [few, ...many] = await filledStores(kind, sizes, cleanup);
  const rows: Row[] = [];
  for (const stored of many)
    for (const row of await compare(kind, few!, stored, rounds, MERCHANT_OPERATIONS))
      rows.push({ merchants: stored.merchants, ...row });
  return rows;
}

interface Slice {
  readonly p50Us: number;
  readonly cpuMs: number;
}

/** Sizes take turns within a round, so that other work on the machine affects both alike. */
async function compare(
  kind: StoreKind,
  small: FilledStore,
  large: FilledStore,
  rounds: number,
  operations: readonly Operation[],
): Promise<Row[]> {
  const slices = operations.map(() => ({ small: [] as Slice[], large: [] as Slice[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [i, operation] of operations.entries())
      for (const [size, filled] of Object.entries({ small, large })) {
        const taken = await slice(operation, filled, round);
        // The first round warms up.
        if (round > 0) slices[i]![size as 'small' | 'large'].push(taken);
      }
    if (round > 0) say(`${kind}: round ${round} of ${rounds}`);
  }
  return operations.map(({ name, times, each }, i) => {
    const of = slices[i]!;
    const cpuMs = (size: 'small' | 'large'): number =>
      percentile(
        of[size].map((taken) => taken.cpuMs),
        LOW,
      );
    const ratio = cpuMs('large') / cpuMs('small');
    return {
      store: kind,
      call: name,
      'p50 µs': Math.round(median(of.large.map(({ p50Us }) => p50Us))),
      'CPU µs': Math.round((1000 * cpuMs('large')) / (times * each)),
      ratio,
      ...judged(`≤ ${AIM}`, ratio <= AIM, UNMET),
    };
  });
}

async function slice({ prepare, times, each }: Operation, filled: FilledStore, round: number): Promise<Slice> {
  const work = await prepare(filled, round);
  const taken: number[] = [];
  const before = filled.cpuMs();
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await work(i);
    taken.push(((performance.now() - began) * 1000) / each);
  }
  return { p50Us: median(taken), cpuMs: filled.cpuMs() - before };
}

export default {
  summary: 'what calls cost on a store of a million sessions',
  about: `Create, result, move, sweep, list and retention on a small and on a large store, filled by SQL with a month of ended sessions. This
process calls the store itself, one call at a time. The stores lie in the folder for temporary files (TMPDIR). Linux only.`,
  parts: {
    cluster: 'what a session costs as more processes listen on one Postgres',
    merchants: 'what calls and pages cost as the merchants grow',
  },
  numbers: {
    sessions: { is: 'in the large store', value: 1_000_000, quick: 100_000, min: 10_000, max: 10_000_000 },
    processes: { is: 'at most, for --cluster', value: 32, quick: 16, min: 1, max: 32 },
    seconds: { is: 'of load, for --cluster', value: 20, quick: 8, min: 1, max: 600 },
    rounds: { is: 'slices of each, the sizes in turns', value: 9, quick: 5, min: 1, max: 15 },
  },
  run,
} satisfies Bench;
