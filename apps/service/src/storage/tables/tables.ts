/** What both drivers take as a parameter. Truth values go in as 0 and 1, and come out as either. */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, unknown>;

export interface Answer {
  readonly rows: Row[];
  /** How many rows were changed or returned. */
  readonly count: number;
}

/** A statement in the common part of both databases' SQL, with parameters as `$1`. */
export interface TableStatement {
  readonly text: string;
  readonly values: readonly Value[];
  /** Postgres prepares a statement with a name once for each connection. */
  readonly name?: string | undefined;
}

/**
 * Several statements, each with the answers to those before it. A generator, so that SQLite can run all of them synchronously: an `await`
 * within its transaction would let other requests write into it.
 */
export type Work<T> = Generator<TableStatement, T, Answer>;

/** The tables that are not hot, written once for both databases. */
export interface Tables {
  query(text: string, values?: readonly Value[], name?: string): Promise<Answer>;
  write(text: string, values?: readonly Value[]): Promise<Answer>;
  transaction<T>(work: () => Work<T>): Promise<T>;
  /** Reads of one moment. */
  snapshot<T>(work: () => Work<T>): Promise<T>;
}

/** Within `Work`. `FOR UPDATE` at the end, and `LOCK TABLE`, count on Postgres alone: SQLite has one writer at a time. */
export function* run(text: string, values: readonly Value[] = []): Work<Answer> {
  return yield { text, values };
}

/** Whether exactly one row was changed. */
export function* changesOne(text: string, values: readonly Value[]): Work<boolean> {
  return (yield* run(text, values)).count === 1;
}

/** A record whose fields are kept as they are, each in the column of its name in snake case. */
export function recordOf<T extends object>(table: string, fields: readonly (keyof T & string)[]) {
  const columns = fields.map((field) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return {
    columns,
    select: `SELECT ${columns.join(', ')} FROM ${table}`,
    insert: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    valuesOf: (record: T): Value[] => fields.map((field) => record[field] as Value),
    read: (row: Row): T =>
      Object.fromEntries(fields.map((field, i) => [field, fieldOf(row[columns[i]!])])) as unknown as T,
  };
}

/** The drivers have classes of their own for bytes. */
const fieldOf = (value: unknown): unknown => (value instanceof Uint8Array ? new Uint8Array(value) : value);
