export const STORES = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORES)[number];

interface NumberOption {
  readonly is: string;
  readonly value: number;
  /** The value with `--quick`. */
  readonly quick: number;
  readonly min: number;
  readonly max: number;
}

export interface Chosen {
  /** SQLite, Postgres or both. */
  readonly stores: readonly StoreKind[];
  /** Names of the optional parts to run. */
  readonly parts: ReadonlySet<string>;
  number(name: string): number;
}

/** A row maps a column's title to its cell. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

export interface Bench {
  readonly summary: string;
  readonly about: string;
  readonly numbers: Readonly<Record<string, NumberOption>>;
  /** Flags that add a part: name and help text. */
  readonly parts?: Readonly<Record<string, string>>;
  run(chosen: Chosen): Promise<Table[]>;
}

export const say = (line: string): void => console.error(line);

/** Cells of an aim: a row that misses it says why in one sentence. */
export const judged = (aim: string, isMet: boolean, unmet: string): Readonly<Record<string, string>> =>
  isMet ? { aim, holds: 'yes' } : { aim, holds: 'no', note: unmet };

/** The nearest value of this percentile. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
