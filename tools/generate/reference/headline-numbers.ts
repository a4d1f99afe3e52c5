import { table } from '../markdown.ts';
import { ACCURACY_ROWS } from './accuracy.ts';
import { benchmarks } from './benchmarks.ts';

/** The numbers of the README. They come from the benchmarks and from the research, so a new run changes them. */
export function headlineNumbers(): string {
  const { date, machine, value } = benchmarks();
  const ofSession = (column: string): number => value('api', column, { store: 'postgres', session: 'verification' });
  const cpuMs = ofSession('CPU ms') + ofSession('CPU ms of Postgres');
  return [
    table(
      ['Measured', 'Value'],
      [
        ['Verifications per second for each core, Postgres included', String(Math.round(1000 / cpuMs))],
        ['Time from capture to result, without the network', `${Math.round(ofSession('wait p50 ms'))} ms`],
        ...ACCURACY_ROWS,
      ],
    ),
    `${machine}, ${date}. [Accuracy](docs/accuracy.md) has the data, [Benchmarks](docs/benchmarks.md) all numbers.`,
  ].join('\n\n');
}
