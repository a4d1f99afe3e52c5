// The usual value of each quality measure: `npm run research -- quality --data DIR`.
import { parseArgs } from 'node:util';
import { BadOptionError } from '../../../test/command-line.ts';
import { GRADE } from '../../../packages/fingerprint/src/constants.ts';
import { zScores } from '../../../packages/fingerprint/src/extract/grade.ts';
import { extractObserved } from '../../../packages/fingerprint/src/extract/index.ts';
import { MEASURE_NAMES, type Measures } from '../../../packages/fingerprint/src/extract/quality-measures.ts';
import { findSets } from '../accuracy/dataset.ts';
import { readImage } from '../accuracy/image-file.ts';
import type { Experiment } from '../main.ts';

const HELP = `npm run research -- quality --data DIR

Reads sets of real captures, as accuracy does. Prints the mean and spread of each measure of quality (GRADE in constants.ts).
`;

/** Mean and standard deviation of the quality. */
const MEAN = 75;
const DEVIATION = 27;

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.error(HELP);
  if (values.data === undefined) throw new BadOptionError(HELP);
  const sets = findSets(values.data);
  const captures = sets.flatMap(({ dpi, prints }) => prints.map(({ file }) => measuresOf(file, dpi)));
  console.log(usualValues(captures).join('\n'));
}

function measuresOf(file: string, dpi: number): Measures {
  let measures: Partial<Measures> = {};
  extractObserved(readImage(file, dpi), (stage, { data }) => {
    if (stage === 'measures') measures = Object.fromEntries(MEASURE_NAMES.map((name, k) => [name, data[k]!]));
  });
  return measures as Measures;
}

/** Mean and standard deviation of each measure, and the bias and scale of the quality. */
function usualValues(captures: readonly Measures[]): string[] {
  const causes = GRADE.causes.map((cause) =>
    cause.map(([measure]) => {
      const { mean, deviation } = spreadOf(captures.map((measures) => measures[measure]));
      return [measure, mean, deviation] as const;
    }),
  );
  const sums = captures.map((measures) =>
    sumOf(zScores(measures, { causes }).map((value) => Math.min(GRADE.enough, value))),
  );
  const { mean, deviation } = spreadOf(sums);
  const scale = DEVIATION / deviation;
  const short = (value: number): number => Number(value.toPrecision(3));
  return [
    ...causes.map((cause) => JSON.stringify(cause.map(([measure, ...usual]) => [measure, ...usual.map(short)]))),
    `bias ${short(MEAN - scale * mean)}, scale ${short(scale)}`,
  ];
}

const sumOf = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0);

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = sumOf(values) / values.length;
  return { mean, deviation: Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / values.length) || 1 };
}

export default { summary: 'the usual value of each measure of quality', run } satisfies Experiment;
