// What calls cost as a store grows: `npm run bench -- growth`.
import { parseArgs } from 'node:util';
import { STORES, type StoreKind } from '../api/stage.ts';
import type { Bench } from '../main.ts';
import { BadOption, numberOption } from '../../tools/number-option.ts';
import { measureErasure } from './erasure.ts';
import { groundsOf, requireRoom, type Ground } from './ground.ts';
import { measure } from './measure.ts';
import { ERASED_A_ROUND } from './operations.ts';
import { asJson, asTable, type StoreReport } from './report.ts';

const HELP = `npm run bench -- growth [options]

Create, result, move, sweep, list and retention on stores of several sizes: sessions of a month that ended, with events, claims,
attempts and webhooks, put there by SQL. The same process calls the store itself, so that nothing else dilutes the ratio; one call
at a time. What counts is the processor time of the calling thread and of the database server, against the smallest store of the run.
Then how long batches of retention hold a writer, by the clock on the wall too: have TMPDIR on a real disk for that.

  --store NAME        sqlite, postgres or both (both)
  --sizes N,N,…       sessions (1000,100000,1000000); at most 10000000: on a quiet core eight minutes and 18 GB for Postgres, three and 12 for SQLite
  --rounds N          of slices, the sizes in turns (9, at most 15)
  --json              one JSON object instead of the tables

Stores lie in the folder for temporary files (TMPDIR).
`;

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string', default: 'both' },
      sizes: { type: 'string', default: '1000,100000,1000000' },
      rounds: { type: 'string', default: '9' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const rounds = numberOption('rounds', values.rounds, 1, 15);
  const sizes = values.sizes.split(',').map((size) => numberOption('sizes', size, 1000, 10_000_000));
  const stores = STORES.filter((store) => values.store === 'both' || values.store === store);
  if (stores.length === 0) throw new BadOption(`no such store\n\n${HELP}`);
  for (const store of stores) requireRoom(store, sizes);
  const reports: StoreReport[] = [];
  for (const store of stores) reports.push(await measureStore(store, sizes, rounds));
  console.log(values.json ? asJson(reports, rounds) : asTable(reports, rounds));
}

async function measureStore(store: StoreKind, sizes: readonly number[], rounds: number): Promise<StoreReport> {
  await using cleanup = new AsyncDisposableStack();
  const makeGround = await groundsOf(store, cleanup);
  const grounds: Ground[] = [];
  for (const size of sizes) grounds.push(await makeGround(size));
  const growth = await measure(grounds, rounds, (round) => console.error(`${store}: round ${round} of ${rounds}`));
  const erasure = [];
  for (const ground of grounds) erasure.push(await measureErasure(ground, (rounds + 1) * ERASED_A_ROUND));
  return { store, growth, erasure };
}

export default { summary: 'what calls cost on stores of a thousand to ten million sessions', run } satisfies Bench;
