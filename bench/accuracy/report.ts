import type { Interval } from './intervals.ts';
import type { Rates } from './rates.ts';
import type { RejectPoint } from './reject.ts';

export interface Row extends Rates {
  readonly name: string;
  readonly interval: Interval;
}

export interface Report {
  readonly sets: readonly (Row & {
    readonly prints_failed: readonly string[];
    readonly extract_ms: number;
    readonly compare_ms: number;
  })[];
  readonly mean: Row;
  readonly threshold: number;
  readonly at_threshold: {
    readonly false_match: number;
    readonly false_non_match: number;
    readonly impostor_pairs: number;
    readonly genuine_pairs: number;
  };
  readonly error_versus_reject: readonly RejectPoint[];
  readonly det_file: string;
}

const COLUMNS: readonly (readonly [string, keyof Rates])[] = [
  ['EER', 'eer'],
  ['FMR100', 'fmr100'],
  ['FMR1000', 'fmr1000'],
  ['zeroFMR', 'zeroFmr'],
];

/** Percent, each with its 95 % interval. */
export function reportTable(report: Report): string {
  const head = `${'set'.padEnd(18)}${COLUMNS.map(([title]) => title.padEnd(22)).join('')}`;
  const lines = [...report.sets, report.mean].map(
    (row) => `${row.name.padEnd(18)}${COLUMNS.map(([, key]) => cell(row, key).padEnd(22)).join('')}`,
  );
  const at = report.at_threshold;
  const failed = report.sets.flatMap((set) => set.prints_failed.map((failure) => `${set.name} ${failure}`));
  return [
    'percent, with 95 % intervals by resampling fingers',
    head,
    ...lines,
    '',
    `At THRESHOLD ${report.threshold}: false match ${percent(at.false_match, 3)} % of ${at.impostor_pairs}, false non-match ${percent(at.false_non_match)} % of ${at.genuine_pairs}.`,
    `Not extracted: ${failed.length === 0 ? 'none' : failed.join(', ')}.`,
    '',
    'Error versus reject (false non-match at THRESHOLD when pairs with the worst quality are turned away):',
    report.error_versus_reject.map((point) => `${percent(point.rejected, 0)} %`.padStart(8)).join(''),
    report.error_versus_reject.map((point) => percent(point.falseNonMatch).padStart(8)).join(''),
    '',
    `DET curves: ${report.det_file}`,
  ].join('\n');
}

function cell(row: Row, key: keyof Rates): string {
  const [low, high] = row.interval[key];
  return `${percent(row[key])} [${percent(low)}, ${percent(high)}]`;
}

function percent(rate: number, digits = 2): string {
  return (rate * 100).toFixed(digits);
}
