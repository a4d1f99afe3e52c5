import type { NewAuditEntry as Act } from '../../audit/entry.ts';
import { chain } from '../../audit/chain.ts';
import { adopted, closable, closingOf, endOf, headLost } from '../../audit/segments.ts';
import { earlierActOf, headOf, trailRowOf, trailValues, TRAIL_COLUMNS } from '../rows.ts';
import type { AuditTrail } from '../store.ts';
import type { Database, Query } from './database.ts';

const COLUMNS = TRAIL_COLUMNS.join(', ');
const HEAD = 'SELECT seq, hash FROM audit_head';
// Whoever writes holds the head until its transaction ends: the others wait here, and then see what it wrote.
const LOCK_HEAD = `${HEAD} FOR UPDATE`;
const LAST = 'SELECT seq, hash FROM audit_trail ORDER BY seq DESC LIMIT 1';
const SET_HEAD =
  'INSERT INTO audit_head (one, seq, hash) VALUES (1, $1, $2) ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, hash = excluded.hash';
const INSERT = `INSERT INTO audit_trail (${COLUMNS}) VALUES (${TRAIL_COLUMNS.map((_, i) => `$${i + 1}`).join(', ')})`;
const TAKE_EARLIER = 'DELETE FROM audit RETURNING seq, at, actor, action, subject, detail';
const PAGE = `SELECT ${COLUMNS} FROM audit_trail WHERE seq > $1 ORDER BY seq LIMIT $2`;
const ROWS_A_PAGE = 1000;

/** Part of the transaction of whatever the act changed, and the last thing in it: what holds the head waits for nothing else. */
export async function appendAct(query: Query, act: Act): Promise<void> {
  const known = headOf((await query({ text: LOCK_HEAD })).rows[0]);
  const { end, isHeadLost } = endOf(known, headOf((await query({ text: LAST })).rows[0]));
  const earlier = (await query({ text: TAKE_EARLIER })).rows
    .sort((a, b) => Number(a['seq']) - Number(b['seq']))
    .map(earlierActOf);
  const rows = chain(end, [...(isHeadLost ? [headLost(act.at)] : []), ...adopted(earlier, act.at), act]);
  for (const row of rows) await query({ text: INSERT }, trailValues(row));
  const { seq, hash } = rows.at(-1)!;
  await query({ text: SET_HEAD }, [seq, hash]);
}

/** What was done, and the act with it where anything was. */
export async function noted(query: Query, done: boolean, act: Act | undefined): Promise<boolean> {
  if (done && act !== undefined) await appendAct(query, act);
  return done;
}

/** A change as one step with its act. */
export const change = (
  db: Database,
  act: Act | undefined,
  work: (query: Query) => Promise<boolean>,
): Promise<boolean> => db.transaction(async (query) => noted(query, await work(query), act));

export const postgresAudit = (db: Database): AuditTrail => ({
  write: (act) => db.transaction((query) => appendAct(query, act)),
  list: async (limit, beforeSeq = Number.MAX_SAFE_INTEGER) =>
    (
      await db.query({ text: `SELECT ${COLUMNS} FROM audit_trail WHERE seq < $1 ORDER BY seq DESC LIMIT $2` }, [
        beforeSeq,
        limit,
      ])
    ).rows.map(trailRowOf),
  read: (visit) =>
    db.transaction(async (query) => {
      await query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' });
      let after = Number.MIN_SAFE_INTEGER;
      for (;;) {
        const { rows } = await query({ text: PAGE }, [after, ROWS_A_PAGE]);
        for (const row of rows) visit(trailRowOf(row));
        if (rows.length < ROWS_A_PAGE) return headOf((await query({ text: HEAD })).rows[0]);
        after = rows.at(-1)!['seq'] as number;
      }
    }),
  close: (before, now, limit) =>
    db.transaction(async (query) => {
      await query({ text: LOCK_HEAD });
      const oldest = (await query({ text: PAGE }, [Number.MIN_SAFE_INTEGER, limit])).rows.map(trailRowOf);
      const closed = closable(oldest, before);
      if (closed.length === 0) return 0;
      await appendAct(query, closingOf(closed, now));
      await query({ text: 'DELETE FROM audit_trail WHERE seq <= $1' }, [closed.at(-1)!.seq]);
      return closed.length;
    }),
});
