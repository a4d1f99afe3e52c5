// How steady a score is: `npm run research -- jitter`.
import { parseArgs } from 'node:util';
import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import type { Experiment } from '../main.ts';
import { foundData, showProgress } from '../prints.ts';
import { capturedFingers } from '../copies/fingers.ts';
import { table } from '../../../tools/table.ts';
import { changes, type Change } from './measure.ts';

/** Points that the median may change by. */
const MOST = 3;

const HELP = `npm run research -- jitter [options]

By how much the score of two captures of one finger changes when each minutia of one of them moves by up to one pixel and turns by up to
one step of a record (1.4°), drawn at random: what another sensor or another rounding would do. All pairs of captures.
Fails (exit code 1) where the median change is above ${MOST} points.

  --data DIR       real prints as for the accuracy experiment; else FINGERPRINTS of the environment; else synthetic fingers alone
  --synthetic N    synthetic fingers (20)
  --seed N         of what is drawn (1)
  --json           one JSON object instead of the table
`;

interface Row {
  readonly records: string;
  readonly pairs: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  /** Part of the pairs that cross THRESHOLD. */
  readonly crossed: number;
}

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      synthetic: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.error(HELP);
    return;
  }
  const fingers = capturedFingers(foundData(values.data), Number(values.synthetic), (done, all) =>
    showProgress(`fingers ${done} of ${all}`, done === all),
  );
  const rows = [true, false].map((withMaps) =>
    summary(withMaps ? 'with ridge maps' : 'minutiae alone', changes(fingers, withMaps, Number(values.seed))),
  );
  console.log(values.json ? JSON.stringify(rows) : reportTable(rows));
  if (rows.some(({ median }) => median > MOST)) process.exitCode = 1;
}

function summary(records: string, found: readonly Change[]): Row {
  const sizes = found.map(({ before, after }) => Math.abs(after - before)).sort((a, b) => a - b);
  const at = (part: number): number => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * part))]!;
  const crossed = found.filter(({ before, after }) => before >= THRESHOLD !== after >= THRESHOLD).length;
  return { records, pairs: found.length, median: at(0.5), p95: at(0.95), max: at(1), crossed: crossed / found.length };
}

function reportTable(rows: readonly Row[]): string {
  return table(
    ['records', 'pairs', 'median change', 'p95', 'most', `cross ${THRESHOLD}, %`],
    rows.map(({ records, pairs, median, p95, max, crossed }) => [
      records,
      String(pairs),
      ...[median, p95, max, 100 * crossed].map((value) => value.toFixed(1)),
    ]),
  );
}

export default { summary: 'by how much a score changes when minutiae move by a pixel', run } satisfies Experiment;
