import { chain } from '../../audit/chain.ts';
import type { ChainHead as Head, NewAuditEntry as Act } from '../../audit/entry.ts';
import { adopted, closable, closingOf, endOf, headLost } from '../../audit/segments.ts';
import { earlierActOf, headOf, trailRowOf, trailValues, TRAIL_COLUMNS } from '../rows.ts';
import type { AuditTrail } from '../store.ts';
import type { Database } from './database.ts';

// As floating numbers: a whole one that somebody put there may be larger than can be read, and is to be named, not to stop the reading.
const READ = TRAIL_COLUMNS.map((column) =>
  column === 'seq' || column === 'at' ? `CAST(${column} AS REAL) AS ${column}` : column,
).join(', ');
const HEAD = 'SELECT CAST(seq AS REAL) AS seq, hash FROM audit_head';
const LAST = 'SELECT CAST(seq AS REAL) AS seq, hash FROM audit_trail ORDER BY audit_trail.seq DESC LIMIT 1';
const SET_HEAD =
  'INSERT INTO audit_head (one, seq, hash) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, hash = excluded.hash';
const INSERT = `INSERT INTO audit_trail (${TRAIL_COLUMNS.join(', ')}) VALUES (${TRAIL_COLUMNS.map(() => '?').join(', ')})`;
const TAKE_EARLIER = 'DELETE FROM audit RETURNING seq, at, actor, action, subject, detail';
const OLDEST = `SELECT ${READ} FROM audit_trail ORDER BY audit_trail.seq LIMIT ?`;

/** Part of the transaction of whatever the act changed: the write lock is held, so nobody else is at the end of the trail. */
export function appendAct(db: Database, act: Act): void {
  const { end, isHeadLost } = endOf(headOf(db.sql(HEAD).get()), headOf(db.sql(LAST).get()));
  const earlier = db
    .sql(TAKE_EARLIER)
    .all()
    .sort((a, b) => Number(a['seq']) - Number(b['seq']))
    .map(earlierActOf);
  const rows = chain(end, [...(isHeadLost ? [headLost(act.at)] : []), ...adopted(earlier, act.at), act]);
  for (const row of rows) db.sql(INSERT).run(...trailValues(row));
  setHead(db, rows.at(-1)!);
}

/** What was done, and the act with it where anything was. */
export function noted(db: Database, done: boolean, act: Act | undefined): boolean {
  if (done && act !== undefined) appendAct(db, act);
  return done;
}

/** A change as one step with its act. */
export const change = (db: Database, act: Act | undefined, work: () => boolean): Promise<boolean> =>
  db.answerAtomically(() => noted(db, work(), act));

const setHead = (db: Database, { seq, hash }: Head): void => void db.sql(SET_HEAD).run(seq, hash);

export const sqliteAudit = (db: Database): AuditTrail => ({
  write: (act) => db.answerAtomically(() => appendAct(db, act)),
  list: (limit, beforeSeq = Number.MAX_SAFE_INTEGER) =>
    db.answer(() =>
      db
        .sql(`SELECT ${READ} FROM audit_trail WHERE audit_trail.seq < ? ORDER BY audit_trail.seq DESC LIMIT ?`)
        .all(beforeSeq, limit)
        .map(trailRowOf),
    ),
  read: (visit) =>
    db.answer(() =>
      db.reading(() => {
        for (const row of db.sql(`SELECT ${READ} FROM audit_trail ORDER BY audit_trail.seq`).iterate())
          visit(trailRowOf(row));
        return headOf(db.sql(HEAD).get());
      }),
    ),
  close: (before, now, limit) =>
    db.answerAtomically(() => {
      const oldest = db.sql(OLDEST).all(limit).map(trailRowOf);
      const closed = closable(oldest, before);
      if (closed.length === 0) return 0;
      appendAct(db, closingOf(closed, now));
      db.sql('DELETE FROM audit_trail WHERE seq <= ?').run(closed.at(-1)!.seq);
      return closed.length;
    }),
});
