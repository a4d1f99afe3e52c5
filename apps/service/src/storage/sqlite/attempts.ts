import type { AttemptStore } from '../store.ts';
import type { Database } from './database.ts';
import { eraseInTime } from './erasure.ts';

const COUNT = `
  INSERT INTO attempts (key, at) SELECT ?1, ?2
  WHERE (SELECT count(*) FROM attempts WHERE key = ?1 AND at > ?3) < ?4 RETURNING seq`;
const OLDEST = 'SELECT seq FROM attempts WHERE at < ? ORDER BY at LIMIT ?';
const ERASE = 'DELETE FROM attempts WHERE seq = ?';

export const sqliteAttempts = (db: Database): AttemptStore => ({
  count: (key, limit, since, now) =>
    db.groupCommit(() => db.sql(COUNT).get(key, now, since, limit)?.['seq'] as number | undefined),
  takeBack: (counted) => db.groupCommit(() => void db.sql(ERASE).run(counted)),
  clear: (key) => db.groupCommit(() => void db.sql('DELETE FROM attempts WHERE key = ?').run(key)),
  erase: (countedBefore, limit) =>
    eraseInTime(db, { text: OLDEST, values: [countedBefore, limit] }, (row) => {
      db.sql(ERASE).run(row['seq'] as number);
    }),
});
