// How often the engine errs on real prints: `npm run bench -- accuracy --data DIR`.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { THRESHOLD } from '../../packages/fingerprint/src/index.ts';
import type { Bench } from '../main.ts';
import { findSets, readDpiOptions } from './dataset.ts';
import { detSvg } from './det.ts';
import { resampleFingers, type Interval } from './intervals.ts';
import { measure, type Measured } from './measure.ts';
import { Pool } from './pool.ts';
import { curve, meanRates, rates, type Rates } from './rates.ts';
import { errorVersusReject } from './reject.ts';
import { reportTable, type Report } from './report.ts';
import type { Compared, Extracted, Job } from './worker.ts';

const HELP = `npm run bench -- accuracy --data DIR [options]

DIR holds prints named finger_impression.png or .pgm, or folders of such prints, one per set.
All pairs within a set are compared through encoded records. A print that cannot be extracted scores 0.

  --data DIR        the prints
  --dpi [SET=]N     resolution of all sets or of one; else a dpi.json beside the prints, else what is known of the name, else 500
  --det FILE        where to write the DET curves (accuracy-det.svg)
  --samples N       resamples of the fingers for the 95 % intervals (1000)
  --workers N       threads (2)
  --json            one JSON object instead of the table
`;

const REJECTED = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5];

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      dpi: { type: 'string', multiple: true, default: [] },
      det: { type: 'string', default: 'accuracy-det.svg' },
      samples: { type: 'string', default: '1000' },
      workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.data === undefined) {
    console.error(HELP);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const sets = findSets(values.data, readDpiOptions(values.dpi));
  if (sets.length === 0) throw new Error(`No finger_impression.png or .pgm in ${values.data} or in its folders.`);
  const pool = new Pool<Job, Extracted | Compared>(new URL('worker.ts', import.meta.url), Number(values.workers));
  const measured: Measured[] = [];
  for (const set of sets)
    measured.push(await measure(set, pool, (stage, done, all) => showProgress(set.name, stage, done, all)));
  await pool.close();

  writeFileSync(values.det, detSvg(measured.map(({ name, trials }) => ({ name, points: curve(trials) }))));
  const report = summarise(measured, Number(values.samples), values.det);
  console.log(values.json ? JSON.stringify(report) : reportTable(report));
}

function summarise(measured: readonly Measured[], samples: number, det: string): Report {
  const each = measured.map(({ trials }) => rates(curve(trials)));
  const intervals = resampleFingers(measured, samples);
  const genuinePairs = measured.flatMap((set) => set.genuinePairs);
  const impostors = measured.flatMap((set) => set.trials.filter((trial) => !trial.genuine));
  return {
    sets: measured.map((set, k) => ({
      ...row(set.name, each[k]!, intervals.perSet[k]!),
      prints_failed: set.failures,
      extract_ms: set.extractMs,
      compare_ms: set.compareMs,
    })),
    mean: row('mean', meanRates(each), intervals.mean),
    threshold: THRESHOLD,
    at_threshold: {
      false_match: impostors.filter((trial) => trial.score >= THRESHOLD).length / impostors.length,
      false_non_match: genuinePairs.filter((pair) => pair.score < THRESHOLD).length / genuinePairs.length,
      impostor_pairs: impostors.length,
      genuine_pairs: genuinePairs.length,
    },
    error_versus_reject: errorVersusReject(genuinePairs, THRESHOLD, REJECTED),
    det_file: det,
  };
}

function row(name: string, found: Rates, interval: Interval): Report['mean'] {
  return { name, ...found, interval };
}

/** One line that rewrites itself on a terminal, a line per tenth elsewhere. */
function showProgress(name: string, stage: string, done: number, all: number): void {
  const line = `${name}: ${stage} ${done} of ${all}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === all ? '\n' : ''}`);
  else if (done === all) console.error(line);
}

export default {
  summary: 'errors on sets of real prints: EER, FMR100, FMR1000, zeroFMR, DET curves',
  run,
} satisfies Bench;
