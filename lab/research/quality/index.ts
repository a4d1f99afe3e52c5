// The usual value of each quality measure, and the benefit of the quality: `npm run research -- quality --data DIR`.
import { parseArgs } from 'node:util';
import { BadOptionError } from '../../../tools/command.ts';
import type { Experiment } from '../main.ts';
import { trainQuality } from './train.ts';

const HELP = `npm run research -- quality --data DIR

Reads sets of real captures, as accuracy does. Prints the mean and spread of each measure of quality (GRADE in constants.ts), and how well
quality predicts the pairs that will be missed: as shipped, and for each set with what was learned on the other sets alone.
`;

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.error(HELP);
  if (values.data === undefined) throw new BadOptionError(HELP);
  console.log(trainQuality(values.data));
}

export default {
  summary: 'measures of quality: their usual values, and the pairs they predict',
  run,
} satisfies Experiment;
