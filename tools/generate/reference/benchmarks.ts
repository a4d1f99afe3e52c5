import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cells } from '../markdown.ts';

const PAGE = join(import.meta.dirname, '../../../docs/benchmarks.md');

type Row = Readonly<Record<string, string>>;

export type Benchmarks = ReturnType<typeof benchmarks>;

/** The results of `npm run bench -- all`, read from docs/benchmarks.md. */
export function benchmarks() {
  const page = readFileSync(PAGE, 'utf8');
  const [, date, machine] = /^Measured on ([\d-]+): (.*), Node/m.exec(page) ?? [];
  if (date === undefined || machine === undefined) throw new Error('docs/benchmarks.md does not name its machine');
  return {
    date,
    machine,
    value: (bench: string, column: string, where: Row): number => {
      const isIt = (row: Row): boolean =>
        column in row && Object.entries(where).every(([name, is]) => row[name] === is);
      const found = rowsOf(page, bench).find(isIt);
      if (found === undefined)
        throw new Error(`docs/benchmarks.md has no ${column} in ${bench}: run "npm run bench -- all"`);
      return Number(found[column]);
    },
  };
}

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
