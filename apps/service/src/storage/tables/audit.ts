import type { AuditEntry, ChainHead, NewAuditEntry } from '../../audit/entry.ts';
import { chain } from '../../audit/chain.ts';
import { closable, closingOf, endOf, headLost } from '../../audit/segments.ts';
import { containing } from '../search.ts';
import type { AuditFilter, AuditLog } from '../port/store.ts';
import { recordOf, run, type Answer, type Tables, type Value, type Work } from './table-access.ts';

const ROW = recordOf<AuditEntry>('audit_log', [
  'seq',
  'at',
  'actor',
  'action',
  'subject',
  'detail',
  'previous',
  'hash',
]);
// SQLite's driver throws for an integer above 2^53, which a tampered row may have, so these are read as floating-point numbers.
const READ = ROW.select.replaceAll(/\b(seq|at)\b/g, 'CAST($1 AS DOUBLE PRECISION) AS $1');
const HEAD = 'SELECT CAST(seq AS DOUBLE PRECISION) AS seq, hash FROM audit_head';
const LAST = 'SELECT CAST(seq AS DOUBLE PRECISION) AS seq, hash FROM audit_log ORDER BY audit_log.seq DESC LIMIT 1';
const SET_HEAD =
  'INSERT INTO audit_head (one, seq, hash) VALUES (1, $1, $2) ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, hash = excluded.hash';
const PAGE = `${READ} WHERE audit_log.seq > $1 ORDER BY audit_log.seq LIMIT $2`;
const ROWS_A_PAGE = 1000;

const headOf = ({ rows: [row] }: Answer): ChainHead | undefined =>
  row && { seq: row['seq'] as number, hash: row['hash'] as string };

/** The last step of a transaction, so that one that holds the chain head waits for nothing else. */
export function* appendEntry(entry: NewAuditEntry): Work<void> {
  // Other transactions wait here and then see the new head.
  const known = headOf(yield* run(`${HEAD} FOR UPDATE`));
  const { end, isHeadLost } = endOf(known, headOf(yield* run(LAST)));
  const rows = chain(end, isHeadLost ? [headLost(entry.at), entry] : [entry]);
  for (const row of rows) yield* run(ROW.insert, ROW.valuesOf(row));
  const { seq, hash } = rows.at(-1)!;
  yield* run(SET_HEAD, [seq, hash]);
}

/** Writes a change and its entry in one transaction. Writes the entry only if something changed. */
export const change = (tables: Tables, entry: NewAuditEntry | undefined, work: () => Work<boolean>): Promise<boolean> =>
  tables.transaction(function* () {
    const isDone = yield* work();
    if (isDone && entry !== undefined) yield* appendEntry(entry);
    return isDone;
  });

/** Parameters start at $4. */
function conditionsOf({ from, to, ...texts }: AuditFilter): { conditions: string[]; values: Value[] } {
  const wanted: [condition: string, value: Value | undefined][] = [
    ...Object.entries(texts).map(([column, text]): [string, string | undefined] => [
      `lower(${column}) LIKE ? ESCAPE '\\'`,
      text && containing(text.toLowerCase()),
    ]),
    ['at >= ?', from],
    ['at < ?', to],
  ];
  const given = wanted.filter((each): each is [string, Value] => each[1] !== undefined);
  return {
    conditions: given.map(([condition], i) => condition.replace('?', `$${i + 4}`)),
    values: given.map(([, value]) => value),
  };
}

export const auditTable = (tables: Tables): AuditLog => ({
  write: (entry) => tables.transaction(() => appendEntry(entry)),
  list: async (limit, beforeSeq = Number.MAX_SAFE_INTEGER, filter = {}) => {
    const { conditions, values } = conditionsOf(filter);
    const newest = `${READ} WHERE audit_log.seq < $1 ORDER BY audit_log.seq DESC LIMIT $2`;
    if (conditions.length === 0) return (await tables.query(newest, [beforeSeq, limit])).rows.map(ROW.read);
    const text = `SELECT * FROM (${newest}) AS newest WHERE ${conditions.join(' AND ')} ORDER BY seq DESC LIMIT $3`;
    return (await tables.query(text, [beforeSeq, tables.searchedRows, limit, ...values])).rows.map(ROW.read);
  },
  read: (visit) =>
    tables.snapshot(function* () {
      for (let after = Number.MIN_SAFE_INTEGER; ; ) {
        const rows = (yield* run(PAGE, [after, ROWS_A_PAGE])).rows.map(ROW.read);
        rows.forEach(visit);
        if (rows.length < ROWS_A_PAGE) return headOf(yield* run(HEAD));
        after = rows.at(-1)!.seq;
      }
    }),
  close: (before, now, limit) =>
    tables.transaction(function* () {
      yield* run(`${HEAD} FOR UPDATE`);
      const oldest = (yield* run(PAGE, [Number.MIN_SAFE_INTEGER, limit])).rows.map(ROW.read);
      const closed = closable(oldest, before, now);
      if (closed.length === 0) return 0;
      yield* appendEntry(closingOf(closed, now));
      yield* run('DELETE FROM audit_log WHERE seq <= $1', [closed.at(-1)!.seq]);
      return closed.length;
    }),
});
