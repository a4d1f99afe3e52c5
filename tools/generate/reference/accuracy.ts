import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { THRESHOLD } from '@authly/fingerprint';
import { cells, table, type Filled } from '../markdown.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../lab/research/README.md'), 'utf8');

/** The rows of the table whose head begins with these columns. */
const rowsOf = (columns: string): string[][] =>
  found(new RegExp(`^\\| ${columns} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm'))
    .trim()
    .split('\n')
    .map(cells);

function found(pattern: RegExp): string {
  const [, text] = pattern.exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`lab/research/README.md has no ${pattern}`);
  return text;
}

/** The last two columns have the values of sets that took no part in the fit. */
const MISSED = rowsOf('set \\| EER').map((row) => [row[0]!, ...row.slice(-2).map(percent)]);

function percent(value: string): string {
  return `${Number(value.replaceAll('*', '')).toFixed(1)} %`;
}

const STATED = found(/40, which states ([\d.]+ %)/);
const [, ONE, THREE] = MISSED.at(-1)!;

export const ACCURACY_ROWS: readonly [what: string, value: string][] = [
  ['False matches of two fingers', `stated ${STATED}`],
  ['Misses on contact sensors, one capture enrolled', ONE!],
  ['Misses, three captures enrolled (the default)', THREE!],
];

export const ACCURACY_BLOCKS: Filled = {
  'accuracy.summary': () => table(['In one comparison', 'Share'], ACCURACY_ROWS),
  'accuracy.sets': () => table(['Set', 'Missed, one capture enrolled', 'Missed, three captures enrolled'], MISSED),
  'accuracy.scale': () =>
    table(
      ['Score', 'Stated, %', 'Measured, %'],
      rowsOf('score').map((row) => row.slice(0, 3)),
    ),
  'accuracy.photos': () =>
    table(
      ['Photos', 'Number', 'Read', 'Genuine pairs matched', 'Pairs of two fingers', 'Matched'],
      rowsOf('set \\| photos').map(([set, photos, read, , genuine, pairs, matched]) =>
        [set, photos, read, genuine, pairs, matched].map((cell) => cell || '–'),
      ),
    ),
};

export const ACCURACY_VALUES: Filled = {
  'accuracy.stated': () => STATED,
  'accuracy.threshold': () => String(THRESHOLD),
  'accuracy.pairs': () =>
    `${found(/([\d,]+) of one finger/)} pairs of one finger and ${found(/([\d,]+) of two\./)} of two`,
  'accuracy.sensor-and-photo': () => found(/match in (\d+ of \d+ pairs)/),
  'accuracy.missed-interval': () =>
    `${found(/missed [\d.]+ \[([\d., ]+)\]/)
      .split(', ')
      .map((value) => Number(value).toFixed(1))
      .join(' to ')} %`,
  'accuracy.refused': () => found(/quality bar refuses ([\d.]+ % of the captures)/),
};
