// What a second process brings: `npm run bench -- workers`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentCertificates } from '../../apps/service/src/tls/development-certificates.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import type { StoreKind } from '../api/stage.ts';
import { loadOptions } from '../load-options.ts';
import type { Bench } from '../main.ts';
import { table } from '../../tools/table.ts';
import { onPostgres, onSqlite, type Deployment, type Place } from './deployment.ts';
import { CALLS, loaded, scaling, type Call, type Scaling } from './measure.ts';

const AIM = 1.8;

const HELP = `npm run bench -- workers [options]

Token, create and result of "authly serve --workers 2" beside "--workers 1", on Postgres, the load from this process. On a machine with few
cores the load and Postgres take their share, so that throughput itself cannot double. What is compared is what a request costs: processor time
of the workers and of the process that keeps them. Each worker can use a core of its own, so with a core for each, two do
2 × (cost with one) / (cost with two) times what one does: "by CPU". A second worker that made requests dearer, by locks that are tried again or
caches that are cold, would show in it; what only waits in the database would not.

On SQLite, where "authly serve" refuses a second process, two are run on one folder all the same: what it would bring.

  --store NAME        sqlite, postgres or both (both)
  --call NAME         only token, create or result
  --seconds N         of one slice (2)
  --rounds N          of slices, one and two processes in turns (7)
  --connections N     kept alive, for each process (32)
  --json              one JSON object instead of the table
`;

interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

type StoreScaling = Scaling & { readonly store: StoreKind };

async function run(args: string[]): Promise<void> {
  const told = loadOptions(args, {
    help: HELP,
    calls: CALLS,
    numbers: { seconds: [2, 0.1, 60], rounds: [7, 1, 50], connections: [32, 2, 1000] },
  });
  if (told === undefined) return;
  const { stores, calls, numbers: options, json } = told;
  const found: StoreScaling[] = [];
  for (const store of stores) found.push(...(await measureStore(store, calls, options)));
  console.log(json ? JSON.stringify({ ...options, aim: AIM, found }) : report(found, options));
}

async function measureStore(
  store: StoreKind,
  calls: readonly Call[],
  { seconds, rounds, connections }: Options,
): Promise<StoreScaling[]> {
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { caFile, ...tls } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const load = { ca: readFileSync(caFile, 'utf8'), connections };
  const start = await starter(store, { folder, ...tls }, opened);
  const one = await loaded(await start(1), load, opened);
  const two = await loaded(await start(2), load, opened);
  const found: StoreScaling[] = [];
  for (const call of calls) {
    console.error(`${store}: ${call}, ${rounds} rounds`);
    found.push({ store, ...(await scaling(call, one, two, { rounds, ms: seconds * 1000 })) });
  }
  return found;
}

/** Each deployment has a store of its own. On Postgres a commit waits for the disk, as in production. */
async function starter(
  store: StoreKind,
  place: Place,
  opened: AsyncDisposableStack,
): Promise<(processes: number) => Promise<Deployment>> {
  if (store === 'sqlite') return (processes) => onSqlite(processes, place, opened);
  const server = await startPostgres({ durable: true });
  opened.defer(() => server.remove());
  return async (processes) => onPostgres(processes, (await createDatabase(server.url)).url, place, opened);
}

function report(found: readonly StoreScaling[], { seconds, rounds, connections }: Options): string {
  return [
    `Two processes beside one, TLS, ${connections} keep-alive connections for each; median of ${rounds} rounds of ${seconds} s, in turns. Aim on Postgres, by CPU: ${AIM}.`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(
      ['store', 'call', 'CPU µs, one', 'two', 'by CPU', 'per second, one', 'two', 'by throughput', 'cores, one', 'two'],
      found.map(({ store, call, one, two, byCpu, byThroughput }) => [
        store,
        call,
        one.cpuUs.toFixed(0),
        two.cpuUs.toFixed(0),
        byCpu.toFixed(2),
        one.perSecond.toFixed(0),
        two.perSecond.toFixed(0),
        byThroughput.toFixed(2),
        one.cores.toFixed(2),
        two.cores.toFixed(2),
      ]),
    ),
  ].join('\n');
}

export default { summary: 'what a second process brings: authly serve --workers 2 beside 1', run } satisfies Bench;
