import { styleText } from 'node:util';
import { printableInLine } from './printable.ts';

type Row = Readonly<Record<string, unknown>>;

/** The result of a command: with `--json` the value, otherwise the text. */
export interface Output {
  readonly json: unknown;
  readonly text: string;
  /** A check failed: the exit code is 1. */
  readonly failed?: boolean;
}

/** If it has no `json`, the JSON output is the result itself. */
export type Printed = string | (Pick<Output, 'text'> & Partial<Output>);

/** If there is no text, a list becomes a table and anything else its fields. */
export function outputOf(result: unknown, printed?: Printed, none = ''): Output {
  if (typeof printed === 'object') return { json: result, ...printed };
  const text = printed ?? (Array.isArray(result) ? table(result, none) : fields(result as object));
  return { json: result, text };
}

const MARKS = { '✓': 'green', '✗': 'red', ℹ: 'blue' } as const;

/** Colors the marks at the start of lines, on a terminal only. */
export const withColoredMarks = (text: string): string =>
  text.replaceAll(/^[✓✗ℹ]/gmu, (mark) => styleText(MARKS[mark as keyof typeof MARKS], mark));

export function table(found: readonly object[], none: string): string {
  const rows = found as readonly Row[];
  if (rows.length === 0) return none;
  const columns = Object.keys(rows[0]!);
  const lines = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => cell(row[column]))),
  ];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines
    .map((line) =>
      line
        .map((text, i) => text.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function fields(row: object): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return printableInLine(value);
  return JSON.stringify(value);
}

export const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
