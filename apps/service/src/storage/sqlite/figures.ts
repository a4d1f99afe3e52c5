import { figureOf } from '../rows.ts';
import type { FigureStore } from '../store.ts';
import type { Database } from './database.ts';

// In the file of the rate windows, for the same reason: losing it harms nobody.
const SCHEMA = `CREATE TABLE IF NOT EXISTS figures (
  minute INTEGER NOT NULL, name TEXT NOT NULL, label TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (minute, name, label)
) STRICT, WITHOUT ROWID`;
const ADD =
  'INSERT INTO figures (minute, name, label, count) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count';
const SINCE = `
  SELECT minute - minute % ?2 AS at, name, label, sum(count) AS count FROM figures WHERE minute >= ?1
  GROUP BY 1, name, label ORDER BY 1, name, label`;
const ERASE =
  'DELETE FROM figures WHERE (minute, name, label) IN (SELECT minute, name, label FROM figures WHERE minute < ? ORDER BY minute LIMIT ?)';

export const makeFigures = (db: Database): void => db.transaction(() => db.exec(SCHEMA));

export const sqliteFigures = (db: Database): FigureStore => ({
  add: (minute, figures) =>
    db.answerAtomically(() => {
      for (const { name, label, count } of figures) db.sql(ADD).run(minute, name, label, count);
    }),
  since: (from, stepMs) => db.answer(() => db.sql(SINCE).all(from, stepMs).map(figureOf)),
  erase: (before, limit) => db.answer(() => Number(db.sql(ERASE).run(before, limit).changes)),
});
