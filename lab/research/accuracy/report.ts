import { table } from '../../table.ts';
import type { CalibrationPoint } from './calibration.ts';
import type { BarPoint } from './bar.ts';
import type { Fitted } from './fit.ts';
import type { Interval } from './intervals.ts';
import type { Rates } from './rates.ts';

interface Row extends Rates {
  readonly name: string;
  readonly interval: Interval;
}

/** The part of verifications below THRESHOLD, and how many impostor pairs reach it. */
interface AtThreshold {
  /** Single captures against three others of their finger. */
  readonly missed_enrolled: number;
  readonly false_matches: number;
}

/** A set scored with a fit on the other sets. */
export interface LeftOutRow extends Rates, AtThreshold {
  readonly name: string;
}

export interface Report {
  readonly sets: readonly (Row &
    AtThreshold & {
      readonly prints_failed: readonly string[];
      readonly extract_ms: number;
      readonly compare_ms: number;
    })[];
  readonly mean: Row;
  readonly left_out: readonly LeftOutRow[];
  /** The intervals of the mean. */
  readonly left_out_interval: Interval;
  /** Empty with one set. */
  readonly calibration: readonly CalibrationPoint[];
  readonly threshold: number;
  readonly at_threshold: {
    readonly false_match: number;
    readonly false_non_match: number;
    readonly impostor_pairs: number;
    readonly genuine_pairs: number;
    readonly missed_enrolled: number;
    readonly probes_enrolled: number;
    /** Each has three captures above the bar of quality. */
    readonly enrollments: number;
    readonly enrollments_of_one_finger: number;
  };
  /** Each set, then all. */
  readonly bars: readonly { readonly name: string; readonly points: readonly BarPoint[] }[];
  readonly fitted: Fitted;
}

const COLUMNS: readonly (readonly [string, keyof Rates])[] = [
  ['EER', 'eer'],
  ['FMR100', 'fmr100'],
  ['FMR1000', 'fmr1000'],
  ['zeroFMR', 'zeroFmr'],
  ['missed', 'missed'],
];

/** Percent, each with its 95 % interval. */
export function reportTable(report: Report): string {
  const at = report.at_threshold;
  const failed = report.sets.flatMap((set) => set.prints_failed.map((failure) => `${set.name} ${failure}`));
  return [
    `percent, with 95 % intervals by resampling fingers; missed and false matches at THRESHOLD ${report.threshold}`,
    setsTable(report),
    '',
    ...leftOutLines(report),
    ...calibrationLines(report.calibration),
    `At THRESHOLD ${report.threshold}: false match ${percent(at.false_match, 3)} % of ${at.impostor_pairs}, false non-match ${percent(at.false_non_match)} % of ${at.genuine_pairs}; with three captures enrolled ${percent(at.missed_enrolled)} % of ${at.probes_enrolled}.`,
    `Enrollments of three captures above the bar that are taken for one finger: ${at.enrollments_of_one_finger} of ${at.enrollments}.`,
    `Not extracted: ${failed.length === 0 ? 'none' : failed.join(', ')}.`,
    '',
    'What a bar of quality refuses of all captures, and what is missed of the others at THRESHOLD, with one and with three captures enrolled:',
    barTable(report.bars),
  ].join('\n');
}

function setsTable({ sets, mean }: Report): string {
  const rows = sets.map((row) => [...cells(row), percent(row.missed_enrolled), String(row.false_matches)]);
  const head = ['set', ...COLUMNS.map(([title]) => title), 'missed of 3 enrolled', 'false matches'];
  return table(head, [...rows, [...cells(mean), '', '']]);
}

function barTable(rows: Report['bars']): string {
  const cellOf = ({ refused, missed, missed_enrolled }: BarPoint): string =>
    [refused, missed, missed_enrolled].map((part) => percent(part, 1)).join(' / ');
  return table(
    ['refused / missed / of 3', ...rows.map(({ name }) => name)],
    rows[0]!.points.map(({ bar }, k) => [
      bar === 0 ? 'no bar' : `bar ${bar}`,
      ...rows.map(({ points }) => cellOf(points[k]!)),
    ]),
  );
}

function calibrationLines(points: readonly CalibrationPoint[]): string[] {
  if (points.length === 0) return [];
  const rows = points.map(({ score, stated, measured, interval }) => [
    String(score),
    percent(stated, 3),
    `${percent(measured, 3)} [${interval.map((bound) => percent(bound, 3)).join(', ')}]`,
    (measured / stated).toFixed(2),
  ]);
  const head = ['score', 'stated FMR', 'measured FMR', 'measured / stated'];
  return ['impostor pairs of all sets, each set left out', table(head, rows), ''];
}

function leftOutLines({ left_out: rows, left_out_interval: interval }: Report): string[] {
  if (rows.length === 0) return [];
  const head = ['left out', ...COLUMNS.map(([title]) => title), 'missed of 3 enrolled', 'false matches'];
  const lines = rows.map((row) => [
    row.name,
    ...COLUMNS.map(([, key]) => (row.name === 'mean' ? cell({ ...row, interval }, key) : percent(row[key]))),
    percent(row.missed_enrolled),
    row.false_matches.toFixed(row.name === 'mean' ? 1 : 0),
  ]);
  return ['each set with weights and bands fitted on the others alone', table(head, lines), ''];
}

function cells(row: Row): string[] {
  return [row.name, ...COLUMNS.map(([, key]) => cell(row, key))];
}

function cell(row: Row, key: keyof Rates): string {
  const [low, high] = row.interval[key];
  return `${percent(row[key])} [${percent(low)}, ${percent(high)}]`;
}

function percent(rate: number, digits = 2): string {
  return (rate * 100).toFixed(digits);
}
