import type { Count, CountStore } from '../store.ts';
import { run, type Row, type Tables } from './tables.ts';

const ADD = `
  INSERT INTO figures (minute, name, label, count) VALUES ($1, $2, $3, $4)
  ON CONFLICT (minute, name, label) DO UPDATE SET count = figures.count + excluded.count`;
const SINCE = `
  SELECT minute - minute % $2 AS at, name, label, sum(count) AS count FROM figures WHERE minute >= $1
  GROUP BY 1, name, label ORDER BY 1, name, label`;
const ERASE = `
  DELETE FROM figures WHERE minute <=
  (SELECT max(minute) FROM (SELECT minute FROM figures WHERE minute < $1 ORDER BY minute LIMIT $2) AS oldest)`;

const countOf = (row: Row): Count & { at: number } => ({
  at: Number(row['at']),
  name: row['name'] as string,
  label: row['label'] as string,
  count: Number(row['count']),
});

const keyOf = ({ name, label }: Count): string => `${name} ${label}`;

export const countTable = (tables: Tables): CountStore => ({
  add: (minute, counts) =>
    tables.transaction(function* () {
      // In one order, so that two processes that add the same rows cannot deadlock.
      const ordered = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      for (const { name, label, count } of ordered) yield* run(ADD, [minute, name, label, count]);
    }),
  since: async (from, stepMs) => (await tables.query(SINCE, [from, stepMs])).rows.map(countOf),
  erase: async (before, limit) => (await tables.write(ERASE, [before, limit])).count,
});
