// What a call costs beside the least that it could cost: `npm run bench -- api`.
import { loadOptions } from '../load-options.ts';
import type { Bench } from '../main.ts';
import { CASES, compare, type Comparison } from './measure.ts';
import { warmUp, warmUpOidc, watchMemory } from './memory.ts';
import { asJson, asTable, type StoreReport } from './report.ts';
import { withServers, type StoreKind } from './stage.ts';

const HELP = `npm run bench -- api [options]

Token, create and result of one service process over TLS, each beside its floor: a bare fastify route in a process of its own
that does only the same signature or the same SQL. Tokens also beside oidc-provider, which keeps all in memory. Then the
service's memory over many requests of all kinds.

  --store NAME        sqlite, postgres or both (both)
  --call NAME         only token, create or result
  --seconds N         of one slice (0.7)
  --rounds N          of slices, service and floor in turns (9)
  --connections N     kept alive (32)
  --requests N        for the memory; 0 leaves it out (100000)
  --json              one JSON object instead of the table
`;

async function run(args: string[]): Promise<void> {
  const told = loadOptions(args, {
    help: HELP,
    calls: CASES.map(({ call }) => call),
    numbers: {
      seconds: [0.7, 0.1, 60],
      rounds: [9, 1, 50],
      connections: [32, 1, 1000],
      requests: [100_000, 0, 10_000_000],
    },
  });
  if (told === undefined) return;
  const { stores, calls, numbers: options, json } = told;
  const cases = CASES.filter(({ call }) => calls.includes(call));
  const reports: StoreReport[] = [];
  for (const store of stores) reports.push(await measureStore(store, cases, options));
  console.log(json ? asJson(reports, options) : asTable(reports, options));
}

interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly requests: number;
}

function measureStore(
  store: StoreKind,
  cases: typeof CASES,
  { seconds, rounds, connections, requests }: Options,
): Promise<StoreReport> {
  console.error(`${store}: starting`);
  return withServers(store, connections, async (service, others) => {
    console.error(`${store}: warming up`);
    await warmUp(service);
    const memory =
      requests === 0
        ? undefined
        : await watchMemory(service, requests, (done) => console.error(`${store}: memory, ${done} of ${requests}`));
    await warmUp(others.floor);
    await warmUpOidc(others.oidc);
    const comparisons: Comparison[] = [];
    for (const each of cases) {
      console.error(`${store}: ${each.call}, ${rounds} rounds`);
      const compared = await compare(each, service, others, { rounds, ms: seconds * 1000 });
      for (const { call, floorDoes, ratio, ratioByCpu } of compared)
        console.error(
          `${store}: ${call} ${ratio.median.toFixed(2)} of what ${floorDoes} (by CPU ${ratioByCpu.toFixed(2)})`,
        );
      comparisons.push(...compared);
    }
    return { store, comparisons, memory };
  });
}

export default { summary: 'token, create and result beside a bare floor, on both stores; memory', run } satisfies Bench;
