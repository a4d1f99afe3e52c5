import { parseArgs } from 'node:util';
import { BadOptionError, numberOption } from '../../test/command-line.ts';
import { STORES, type Bench, type Chosen } from './bench.ts';

const FLAGS = ['json', 'quick', 'help'] as const;

export interface Parsed {
  readonly chosen: Chosen;
  readonly flags: ReadonlySet<(typeof FLAGS)[number]>;
}

/** With `isAll`, every part of the bench runs. */
export function parse(bench: Bench, args: string[], isAll: boolean): Parsed {
  const parts = Object.keys(bench.parts ?? {});
  const options = Object.fromEntries([
    ...[...Object.keys(bench.numbers), 'store'].map((name) => [name, { type: 'string' }] as const),
    ...[...parts, ...FLAGS].map((name) => [name, { type: 'boolean' }] as const),
  ]);
  const given = parseArgs({ args, options }).values as Readonly<Record<string, string | boolean | undefined>>;
  const { store = 'both' } = given;
  const stores = STORES.filter((kind) => store === 'both' || store === kind);
  if (stores.length === 0) throw new BadOptionError('--store must be sqlite, postgres or both');
  const number = (name: string): number => {
    const { value, quick, min, max } = bench.numbers[name]!;
    return numberOption(name, String(given[name] ?? (given['quick'] === true ? quick : value)), min, max);
  };
  return {
    chosen: { stores, parts: new Set(parts.filter((name) => isAll || given[name] === true)), number },
    flags: new Set(FLAGS.filter((name) => given[name] === true)),
  };
}

export function help(name: string, { about, numbers, parts = {} }: Bench): string {
  const line = (option: string, text: string): string => `  --${option.padEnd(20)}${text}`;
  return [
    `npm run bench -- ${name} [options]\n\n${about}\n`,
    ...Object.entries(parts).map(([flag, text]) => line(flag, `also ${text}`)),
    line('store NAME', 'sqlite, postgres or both (both)'),
    ...Object.entries(numbers).map(([option, { is, value }]) => line(`${option} N`, `${is} (${value})`)),
    line('quick', 'smaller numbers: results vary more'),
    line('json', 'one JSON object instead of the tables'),
  ].join('\n');
}
