/** Booleans are written as 0 and 1 and read as either. */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, unknown>;

export interface Answer {
  readonly rows: Row[];
  /** Rows changed or returned. */
  readonly count: number;
}

/** SQL that both databases accept, with parameters as `$1`. */
export interface TableStatement {
  readonly text: string;
  readonly values: readonly Value[];
}

/**
 * The statements of a transaction, written once for both databases. `yield*` a statement and get its answer:
 *
 *     function* () {
 *       const [row] = (yield* run('SELECT url FROM webhook_endpoints WHERE merchant_id = $1', [id])).rows;
 *       return row !== undefined && (yield* changesOne('UPDATE …', [id]));
 *     }
 *
 * Postgres awaits each answer. SQLite runs all of them in one turn of the event loop: its transaction belongs to the connection, which all
 * requests share, so an `await` inside would let other requests write into it. An error ends the work and rolls the transaction back.
 */
export type Work<T> = Generator<TableStatement, T, Answer>;

/** The tables whose SQL is the same in both databases. Postgres prepares a statement with a `name` once per connection. */
export interface Tables {
  /** See `SEARCHED_ROWS`. */
  readonly searchedRows: number;
  /** Counts an attempt at `$2` of key `$1`, unless `$5` were counted after `$3` and until `$4`. A later one comes from a wrong clock. */
  readonly countAttempt: string;
  query(text: string, values?: readonly Value[], name?: string): Promise<Answer>;
  write(text: string, values?: readonly Value[], name?: string): Promise<Answer>;
  transaction<T>(work: () => Work<T>): Promise<T>;
  snapshot<T>(work: () => Work<T>): Promise<T>;
}

/** Locks of rows and tables apply to Postgres only: SQLite has one writer at a time. */
export function* run(text: string, values: readonly Value[] = []): Work<Answer> {
  return yield { text, values };
}

export function* changesOne(text: string, values: readonly Value[]): Work<boolean> {
  return (yield* run(text, values)).count === 1;
}

/** Each field has the column of its name in snake case, after the prefix. */
export function recordOf<T extends object>(table: string, fields: readonly (keyof T & string)[], prefix = '') {
  const columns = fields.map((field) => prefix + field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return {
    columns,
    select: `SELECT ${columns.join(', ')} FROM ${table}`,
    insert: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    valuesOf: (record: T): Value[] => fields.map((field) => valueOf(record[field])),
    read: (row: Row): T =>
      Object.fromEntries(fields.map((field, i) => [field, fieldOf(row[columns[i]!])])) as unknown as T,
  };
}

const valueOf = (value: unknown): Value => (typeof value === 'boolean' ? Number(value) : (value as Value));

/** The drivers use subclasses for bytes. */
const fieldOf = (value: unknown): unknown => (value instanceof Uint8Array ? new Uint8Array(value) : value);
