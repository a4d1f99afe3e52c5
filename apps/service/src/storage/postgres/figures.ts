import { figureOf } from '../rows.ts';
import type { FigureStore } from '../store.ts';
import type { Database } from './database.ts';

// In one order, so that two processes that add the same rows do not wait for each other in a circle.
const ADD = `
  INSERT INTO figures AS f (minute, name, label, count)
  SELECT $1::bigint, name, label, count FROM unnest($2::text[], $3::text[], $4::bigint[]) AS new (name, label, count)
  ORDER BY name COLLATE "C", label COLLATE "C"
  ON CONFLICT (minute, name, label) DO UPDATE SET count = f.count + excluded.count`;
const SINCE = `
  SELECT minute - minute % $2::bigint AS at, name, label, sum(count)::bigint AS count FROM figures WHERE minute >= $1
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const ERASE = 'DELETE FROM figures WHERE ctid = ANY (ARRAY(SELECT ctid FROM figures WHERE minute < $1 LIMIT $2))';

export const postgresFigures = (db: Database): FigureStore => ({
  add: async (minute, figures) =>
    void (await db.query({ text: ADD }, [
      minute,
      figures.map(({ name }) => name),
      figures.map(({ label }) => label),
      figures.map(({ count }) => count),
    ])),
  since: async (from, stepMs) => (await db.query({ text: SINCE }, [from, stepMs])).rows.map(figureOf),
  erase: async (before, limit) => (await db.query({ text: ERASE }, [before, limit])).count,
});
