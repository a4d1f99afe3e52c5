// What signing, checking and guarding cost beside plain calls: `npm run bench -- bio`.
import { parseArgs } from 'node:util';
import { BIO_OPERATION_NAMES } from '@authly/contract/operations';
import type { Bench } from '../main.ts';
import { BadOption, numberOption } from '../../tools/number-option.ts';
import { compare, type Comparison } from './measure.ts';
import { asJson, asTable } from './report.ts';
import { withMerchant } from './stage.ts';

const HELP = `npm run bench -- bio [options]

Calls of the service's Bio API client to a merchant's server over TLS on loopback, in a process of its own, which answers a
fixed reply. Beside them the floor: plain undici calls with the same bodies, already in bytes, on the same kind of connections.

  --call NAME         only store or lookup
  --seconds N         of one slice (0.5)
  --rounds N          of slices, signed and plain in turns (21)
  --at-once N         calls in flight (32)
  --json              one JSON object instead of the table
`;

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      call: { type: 'string' },
      seconds: { type: 'string', default: '0.5' },
      rounds: { type: 'string', default: '21' },
      'at-once': { type: 'string', default: '32' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const options = {
    seconds: numberOption('seconds', values.seconds, 0.1, 60),
    rounds: numberOption('rounds', values.rounds, 1, 100),
    atOnce: numberOption('at-once', values['at-once'], 1, 32),
  };
  const calls = BIO_OPERATION_NAMES.filter((call) => values.call === undefined || values.call === call);
  if (calls.length === 0) throw new BadOption(`no such call\n\n${HELP}`);

  const comparisons: Comparison[] = [];
  await withMerchant(async (sides) => {
    for (const call of calls) {
      comparisons.push(
        await compare(call, sides[call], options, (round) =>
          console.error(`${call}: ${round === 0 ? 'warming up' : `round ${round} of ${options.rounds}`}`),
        ),
      );
    }
  });
  console.log(values.json ? asJson(comparisons, options) : asTable(comparisons, options));
}

export default { summary: 'signed calls to a merchant’s Bio API beside plain undici calls', run } satisfies Bench;
