import type { Count, CountStore } from '../port/store.ts';
import { run, type Row, type Tables } from './table-access.ts';

const HOUR_MS = 3_600_000;

/** Counts are kept by minute for the last hours and by hour for longer. */
const statementsOf = (table: string, column: string) => ({
  // Both databases read an object of rows by `json_each`, in its order.
  add: `
    INSERT INTO ${table} (${column}, name, merchant_id, label, count)
    SELECT CAST($1 AS bigint), value->>'name', value->>'merchantId', value->>'label', CAST(value->>'count' AS bigint)
    FROM json_each($2) WHERE true
    ON CONFLICT (${column}, name, merchant_id, label) DO UPDATE SET count = ${table}.count + excluded.count`,
  since: `
    SELECT ${column} - ${column} % $2 AS at, name, merchant_id, label, sum(count) AS count FROM ${table}
    WHERE ${column} >= $1 GROUP BY 1, name, merchant_id, label ORDER BY 1, name, merchant_id, label`,
  erase: `
    DELETE FROM ${table} WHERE ${column} <=
    (SELECT max(${column}) FROM (SELECT ${column} FROM ${table} WHERE ${column} < $1 ORDER BY ${column} LIMIT $2) AS oldest)`,
});
const MINUTES = statementsOf('minute_counts', 'minute');
const HOURS = statementsOf('hourly_counts', 'hour');

const countOf = (row: Row): Count & { at: number } => ({
  at: Number(row['at']),
  name: row['name'] as string,
  merchantId: row['merchant_id'] as string,
  label: row['label'] as string,
  count: Number(row['count']),
});

const keyOf = ({ name, merchantId, label }: Count): string => JSON.stringify([name, merchantId, label]);

export const countTable = (tables: Tables): CountStore => ({
  add: (minute, counts) =>
    tables.transaction(function* () {
      // A fixed order prevents deadlocks of two processes.
      const ordered = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      const rows = JSON.stringify(Object.fromEntries(ordered.entries()));
      yield* run(MINUTES.add, [minute, rows]);
      yield* run(HOURS.add, [minute - (minute % HOUR_MS), rows]);
    }),
  since: async (from, stepMs) =>
    (await tables.query((stepMs < HOUR_MS ? MINUTES : HOURS).since, [from, stepMs])).rows.map(countOf),
  erase: async ({ minutes, hours }, limit) =>
    (await tables.write(MINUTES.erase, [minutes, limit])).count +
    (await tables.write(HOURS.erase, [hours, limit])).count,
});
