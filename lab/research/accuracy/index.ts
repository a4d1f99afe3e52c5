// Error rates of the engine on real captures: `npm run research -- accuracy --data DIR`.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import type { Experiment } from '../main.ts';
import { barPoints, enrolledScores, enrollments, genuinePairs, missedOf } from './bar.ts';
import { findSets } from './dataset.ts';
import { calibration } from './calibration.ts';
import { fit } from './fit.ts';
import { resampleFingers } from './intervals.ts';
import { leftOut, samplesOf } from './left-out.ts';
import { measure, type EnginePool, type Measured } from './measure.ts';
import { Pool } from './pool.ts';
import { curve, meanRates, rates } from './rates.ts';
import { reportTable, type LeftOutRow, type Report } from './report.ts';

const HELP = `npm run research -- accuracy --data DIR [options]

DIR holds prints named finger_impression.png or .pgm, or folders of such prints, one per set. A dpi.json
({"dpi": 569}) beside them states their resolution.
All pairs within a set are compared through encoded records. A print that cannot be extracted scores 0. Where there are several sets,
each is scored once more with weights and bands fitted on the others alone: what to expect of prints never seen.

  --data DIR        the prints
  --samples N       resamples of the fingers for the 95 % intervals (1000)
  --workers N       threads (2)
  --minutiae-only   compare as if another maker had written the records: without ridge maps
  --json            one JSON object instead of the table, with the weights and bands fitted on all sets
`;

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      samples: { type: 'string', default: '1000' },
      workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
      'minutiae-only': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.data === undefined) {
    console.error(HELP);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const sets = findSets(values.data);
  if (sets.length === 0) throw new Error(`No finger_impression.png or .pgm in ${values.data} or in its folders.`);
  const pool: EnginePool = new Pool(new URL('worker.ts', import.meta.url), Number(values.workers));
  const measured: Measured[] = [];
  for (const set of sets)
    measured.push(
      await measure(set, pool, values['minutiae-only'], (stage, done, all) => showProgress(set.name, stage, done, all)),
    );
  await pool.close();

  const report = summarize(measured, Number(values.samples));
  console.log(values.json ? JSON.stringify(report) : reportTable(report));
}

function summarize(measured: readonly Measured[], samples: number): Report {
  const each = measured.map(({ trials }) => rates(curve(trials)));
  const intervals = resampleFingers(measured, samples);
  const genuine = measured.flatMap(genuinePairs);
  const impostors = measured.flatMap((set) => set.trials.filter((trial) => !trial.genuine));
  const enrolled = measured.flatMap((set) => enrolledScores(set));
  const threes = measured.flatMap(enrollments);
  const unseen = measured.length < 2 ? [] : leftOut(measured);
  return {
    sets: measured.map((set, k) => ({
      name: set.name,
      ...each[k]!,
      interval: intervals.perSet[k]!,
      ...atThreshold(set),
      prints_failed: set.failures,
      extract_ms: set.extractMs,
      compare_ms: set.compareMs,
    })),
    mean: { name: 'mean', ...meanRates(each), interval: intervals.mean },
    left_out: unseen.length === 0 ? [] : leftOutRows(unseen),
    left_out_interval: resampleFingers(unseen, samples).mean,
    calibration: calibration(unseen, samples),
    threshold: THRESHOLD,
    at_threshold: {
      false_match: impostors.filter((trial) => trial.score >= THRESHOLD).length / impostors.length,
      false_non_match: missedOf(genuine.map((pair) => pair.score)),
      impostor_pairs: impostors.length,
      genuine_pairs: genuine.length,
      missed_enrolled: missedOf(enrolled),
      probes_enrolled: enrolled.length,
      enrollments: threes.length,
      enrollments_of_one_finger: threes.filter(Boolean).length,
    },
    bars: [
      ...measured.map((set) => ({ name: set.name, points: barPoints([set]) })),
      { name: 'all', points: barPoints(measured) },
      ...(unseen.length === 0 ? [] : [{ name: 'all, left out', points: barPoints(unseen) }]),
    ],
    fitted: fit(samplesOf(measured)),
  };
}

function leftOutRows(unseen: readonly Measured[]): LeftOutRow[] {
  const rows = unseen.map((set) => ({ name: set.name, ...rates(curve(set.trials)), ...atThreshold(set) }));
  const mean = (pick: (row: LeftOutRow) => number): number =>
    rows.reduce((sum, row) => sum + pick(row), 0) / rows.length;
  const counts = {
    missed_enrolled: mean((row) => row.missed_enrolled),
    false_matches: mean((row) => row.false_matches),
  };
  return [...rows, { name: 'mean', ...meanRates(rows), ...counts }];
}

function atThreshold(set: Measured): { missed_enrolled: number; false_matches: number } {
  return {
    missed_enrolled: missedOf(enrolledScores(set)),
    false_matches: set.trials.filter((trial) => !trial.genuine && trial.score >= THRESHOLD).length,
  };
}

/** One updating line on a terminal, a line per tenth elsewhere. */
function showProgress(name: string, stage: string, done: number, all: number): void {
  const line = `${name}: ${stage} ${done} of ${all}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === all ? '\n' : ''}`);
  else if (done === all) console.error(line);
}

export default {
  summary: 'errors on sets of real prints: EER, FMR100, FMR1000, zeroFMR',
  run,
} satisfies Experiment;
