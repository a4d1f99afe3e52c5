// What open hosted pages cost while nothing happens, and how soon each sees a change: `npm run bench -- hosted`.
import { loadOptions } from '../load-options.ts';
import type { Bench } from '../main.ts';
import { measureFloor, WARM_UP_PAGES } from './floor.ts';
import { measure, type HostedReport } from './measure.ts';
import { asJson, asTable } from './report.ts';

const HELP = `npm run bench -- hosted [options]

Opens an event stream for each of many sessions on one service process, over TLS, as open hosted pages do, from other processes and
several addresses, and each is sent a new link for every ten seconds, two at once. First nothing else happens: the CPU and then the memory of
that process are taken. Then sessions are moved, some one after the other and some as fast as can be, and the time is taken from the change
being stored until the page has heard of it: on SQLite the same process moves it, on Postgres another one on the same database. A server
that does TLS and nothing else holds as many connections before, and sends as many bytes as often: what a page takes beyond that is the
service's. Last, handshakes: full ones, and those of a browser that comes back.

10,000 pages need 20,000 open files (\`ulimit -n\`); about three and a half minutes on two quiet cores.

  --store NAME        sqlite, postgres or both (both)
  --pages N           open event streams (10000)
  --seconds N         of quiet (20)
  --json              one JSON object instead of the table
`;

async function run(args: string[]): Promise<void> {
  const told = loadOptions(args, {
    help: HELP,
    numbers: { pages: [10_000, WARM_UP_PAGES, 50_000], seconds: [20, 1, 600] },
  });
  if (told === undefined) return;
  const { stores, numbers: options, json } = told;
  const floor = await measureFloor(options, (line) => console.error(line));
  const reports: HostedReport[] = [];
  for (const store of stores) reports.push(await measure(store, options, (line) => console.error(`${store}: ${line}`)));
  console.log(json ? asJson(reports, floor, options) : asTable(reports, floor, options));
}

export default {
  summary: 'CPU and memory of 10,000 open hosted pages, how soon each sees a change; handshakes',
  run,
} satisfies Bench;
