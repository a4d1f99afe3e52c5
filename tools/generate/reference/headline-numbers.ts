import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../markdown.ts';

const PAGE = join(import.meta.dirname, '../../../docs/benchmarks.md');

type Row = Readonly<Record<string, string>>;

/** The rows of every table in one section of the benchmark page. */
function rowsOf(page: string, bench: string): Row[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${bench}\n`)) ?? '';
  return [...section.matchAll(/^(\|.*\|)\n\| ---.*\n((?:\|.*\|\n)+)/gm)].flatMap(([, head, body]) =>
    body!
      .trim()
      .split('\n')
      .map((line) => {
        const values = cells(line);
        return Object.fromEntries(cells(head!).map((name, i) => [name, values[i] ?? '']));
      }),
  );
}

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The five numbers of the README. They come from the benchmark page, so a new run changes both. */
export function headlineNumbers(): string {
  const page = readFileSync(PAGE, 'utf8');
  const value = (bench: string, column: string, where: Row): string => {
    const isIt = (row: Row): boolean => column in row && Object.entries(where).every(([name, is]) => row[name] === is);
    const found = rowsOf(page, bench).find(isIt);
    if (found === undefined) throw new Error(`docs/benchmarks.md has no ${column} in ${bench}`);
    return Number(found[column]).toLocaleString('en');
  };
  const machine = /^Measured on ([\d-]+): (.*), Node/m.exec(page);
  if (machine === null) throw new Error('docs/benchmarks.md does not name its machine');
  const create = { store: 'postgres', call: 'create' };
  return [
    table(
      ['Measured', 'Value'],
      [
        ['Sessions created per second, one process on Postgres', value('api', 'requests/s', create)],
        ['Results read per second, one process on Postgres', value('api', 'requests/s', { ...create, call: 'result' })],
        ['p99 of accepted creations at three times the capacity', `${value('api', 'p99 ms', create)} ms`],
        [
          'Comparison of a capture with three enrolled ones, p50',
          `${value('fingerprint', 'p50 ms', { work: 'comparison, one view with three' })} ms`,
        ],
        ['Memory for each open hosted page', `${value('hosted', 'KB a page', { store: 'postgres' })} KB`],
      ],
    ),
    `${machine[2]}, ${machine[1]}. [All benchmarks](docs/benchmarks.md).`,
  ].join('\n\n');
}
