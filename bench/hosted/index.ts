// What open hosted pages cost while nothing happens, and how soon each sees a change: `npm run bench -- hosted`.
import { parseArgs } from 'node:util';
import { STORES } from '../api/stage.ts';
import type { Bench } from '../main.ts';
import { numberOption } from '../number-option.ts';
import { measure, type HostedReport } from './measure.ts';
import { asJson, asTable } from './report.ts';

const HELP = `npm run bench -- hosted [options]

Opens an event stream for each of many sessions on one service process, over TLS, as open hosted pages do. First nothing happens
and the CPU of that process is taken. Then every session is moved, one after the other, and the time is taken from the change being
stored until the stream has told of it: on SQLite the same process moves it, on Postgres another one on the same database.

  --store NAME        sqlite, postgres or both (both)
  --pages N           open event streams (500)
  --seconds N         of quiet (20)
  --json              one JSON object instead of the table
`;

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string', default: 'both' },
      pages: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '20' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const options = {
    pages: numberOption('pages', values.pages, 1, 5000),
    seconds: numberOption('seconds', values.seconds, 1, 600),
  };
  const stores = STORES.filter((store) => values.store === 'both' || values.store === store);
  if (stores.length === 0) throw new Error(`no such store\n\n${HELP}`);
  const reports: HostedReport[] = [];
  for (const store of stores) reports.push(await measure(store, options, (line) => console.error(`${store}: ${line}`)));
  console.log(values.json ? asJson(reports, options) : asTable(reports, options));
}

export default {
  summary: 'CPU of many open hosted pages while nothing happens; how soon each sees a change',
  run,
} satisfies Bench;
