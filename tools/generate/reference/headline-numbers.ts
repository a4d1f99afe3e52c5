import { table } from '../markdown.ts';
import { benchmarks } from './benchmarks.ts';

/** The five numbers of the README. They come from the benchmark page, so a new run changes both. */
export function headlineNumbers(): string {
  const { date, machine, value } = benchmarks();
  const shown = (bench: string, column: string, where: Readonly<Record<string, string>>): string =>
    value(bench, column, where).toLocaleString('en');
  const create = { store: 'postgres', call: 'create' };
  return [
    table(
      ['Measured', 'Value'],
      [
        ['Sessions created per second, one process on Postgres', shown('api', 'requests/s', create)],
        ['Results read per second, one process on Postgres', shown('api', 'requests/s', { ...create, call: 'result' })],
        ['p99 of accepted creations at three times the capacity', `${shown('api', 'p99 ms', create)} ms`],
        [
          'Comparison of a capture with three enrolled ones, p50',
          `${shown('fingerprint', 'p50 ms', { work: 'comparison, one view with three' })} ms`,
        ],
        ['Memory for each open hosted page', `${shown('hosted', 'KB a page', { store: 'postgres' })} KB`],
      ],
    ),
    `${machine}, ${date}. [All benchmarks](docs/benchmarks.md).`,
  ].join('\n\n');
}
