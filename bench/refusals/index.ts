// What a refused request costs the service, beside one that it serves: `npm run bench -- refusals`.
import { parseArgs } from 'node:util';
import type { Bench } from '../main.ts';
import { numberOption } from '../../tools/number-option.ts';
import { endpoints } from './endpoints.ts';
import { measure, type Pace } from './measure.ts';
import { asJson, asTable } from './report.ts';
import { withService } from './stage.ts';

const HELP = `npm run bench -- refusals [options]

For every endpoint: the processor time of the service (all its threads, over TLS, on the embedded store) for a request that it
serves, and for each way to be refused, bodies of the largest size among them. A refusal must cost less than what it refuses.

  --rounds N          the least of so many counts (3)
  --requests N        of each kind in a round (300)
  --only NAME         one endpoint
  --json              one JSON object instead of the table
`;

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      requests: { type: 'string', default: '300' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const pace: Pace = {
    rounds: numberOption('rounds', values.rounds, 1, 100),
    requests: numberOption('requests', values.requests, 10, 10_000),
  };
  const costs = await withService(async (stage) => {
    const all = endpoints(stage).filter(({ operation }) => values.only === undefined || values.only === operation);
    return measure(stage, all, pace, (line) => console.error(line));
  });
  console.log(values.json ? asJson(costs, pace) : asTable(costs, pace));
}

export default {
  summary: 'processor time of a refused request beside a served one, every endpoint',
  run,
} satisfies Bench;
