// Whether one merchant's flood keeps another's person waiting: `npm run bench -- turns`.
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Bench } from '../main.ts';
import { numberOption } from '../../tools/number-option.ts';
import { table } from '../../tools/table.ts';
import { heaviest, ordinary } from './captures.ts';
import { compare, type Comparison, type Pace } from './measure.ts';
import { withMerchants } from './stage.ts';

const HELP = `npm run bench -- turns [options]

How long an app waits for the answer to its capture (open, look up at the merchant over TLS, compare, store the outcome), first
while nothing else happens and then while another merchant floods the service with verifications of the heaviest records: of many
users, and of one. Quiet and flood in turns, on one service process with the embedded store.

  --rounds N          of quiet and flood (5)
  --verifications N   of the quiet merchant in each, one after the other (20)
  --at-once N         verifications of the flood in flight (48)
  --json              one JSON object instead of the table
`;

/** How much longer it may take in the flood. */
const AIM = 2;
const FLOODS = { 'of many users': 1000, 'of one user': 1 };

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      verifications: { type: 'string', default: '20' },
      'at-once': { type: 'string', default: '48' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const pace: Pace = {
    rounds: numberOption('rounds', values.rounds, 1, 100),
    verifications: numberOption('verifications', values.verifications, 1, 1000),
    atOnce: numberOption('at-once', values['at-once'], 1, 64),
  };
  const comparisons: Comparison[] = [];
  await withMerchants({ quiet: ordinary(), flood: heaviest() }, async ({ quiet, flood }) => {
    for (const [name, users] of Object.entries(FLOODS))
      comparisons.push(
        await compare(name, users, { quiet, flood }, pace, (line) => console.error(`a flood ${name}: ${line}`)),
      );
  });
  console.log(values.json ? asJson(comparisons, pace) : asTable(comparisons, pace));
}

function asTable(comparisons: readonly Comparison[], { rounds, verifications, atOnce }: Pace): string {
  const rows = comparisons.map(({ flood, quietMs, floodedMs, ratio, floodPerSecond }) => [
    flood,
    `${quietMs.median.toFixed(0)} / ${quietMs.p95.toFixed(0)}`,
    `${floodedMs.median.toFixed(0)} / ${floodedMs.p95.toFixed(0)}`,
    `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`,
    floodPerSecond.toFixed(0),
    ratio.median <= AIM ? 'yes' : 'NO',
  ]);
  return [
    `A verification from the app's capture to its answer, ${verifications} in each of ${rounds} rounds; ${atOnce} of another merchant in flight. Aim: at most ${AIM} times the quiet time.`,
    `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(['flood', 'quiet ms p50 / p95', 'in it p50 / p95', 'ratio (range)', 'flood/s', 'holds'], rows),
  ].join('\n');
}

const asJson = (comparisons: readonly Comparison[], pace: Pace): string =>
  JSON.stringify({
    ...pace,
    aim: AIM,
    node: process.versions.node,
    cores: availableParallelism(),
    floods: comparisons,
  });

export default {
  summary: 'how long a verification waits while another merchant floods the service',
  run,
} satisfies Bench;
