import { table } from '../markdown.ts';
import { ACCURACY_ROWS } from './accuracy.ts';
import { benchmarks } from './benchmarks.ts';

/** The numbers of the README. They come from the benchmarks and from the research, so a new run changes them. */
export function headlineNumbers(): string {
  const { date, machine, value } = benchmarks();
  const ofSession = (column: string): number => value('api', column, { store: 'postgres', session: 'verification' });
  const cpuMs = ofSession('CPU ms') + ofSession('CPU ms of Postgres');
  const readMs = value('fingerprint', 'p50 ms', { work: 'extraction' });
  return [
    table(
      ['Measured', 'Value'],
      [
        ['Verifications per second for each core, Postgres included', String(Math.round(1000 / cpuMs))],
        ['From touch to result, computing time without the network', `${Math.round(readMs + cpuMs)} ms`],
        ...ACCURACY_ROWS,
      ],
    ),
    `${machine}, ${date}. [Accuracy](docs/accuracy.md) has the data, [Benchmarks](docs/benchmarks.md) all numbers.`,
  ].join('\n\n');
}
