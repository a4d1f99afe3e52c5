// What strangers can do to other callers and to memory: `npm run bench -- strangers`.
import { parseArgs } from 'node:util';
import type { Bench } from '../main.ts';
import { numberOption } from '../../tools/number-option.ts';
import { withService } from '../refusals/stage.ts';
import { ATTACKS } from './attacks.ts';
import { measure, type Attacked } from './measure.ts';
import { asJson, asTable } from './report.ts';

const HELP = `npm run bench -- strangers [options]

A merchant's backend creates sessions and reads results, steadily, on one connection; then it goes on while strangers, in a process of
their own, attack the service: with bodies, with connections, with readers that do not read. How long its calls take in both, and what
the service holds in memory before and after. One service process with the embedded store, over TLS.

  --seconds N         of quiet and of each attack (8)
  --only TEXT         attacks whose name has it
  --json              one JSON object instead of the table
`;

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '8' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const seconds = numberOption('seconds', values.seconds, 1, 120);
  const names = Object.keys(ATTACKS).filter((name) => name.includes(values.only));
  const attacked = await withService(async (stage) => {
    const all: Attacked[] = [];
    for (const name of names) {
      console.error(name);
      all.push(await measure(stage, name, seconds));
    }
    return all;
  });
  console.log(values.json ? asJson(attacked, seconds) : asTable(attacked, seconds));
}

export default { summary: 'other callers’ time and the service’s memory while strangers attack', run } satisfies Bench;
