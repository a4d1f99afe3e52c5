import { LIMITS } from '@authly/contract/wire/limits';
import { isFinal } from '@authly/contract/wire/states';
import {
  JOIN_COLUMNS,
  MOVED_COLUMNS,
  SESSION_COLUMNS,
  SUMMARY_COLUMNS,
  eventOf,
  joinValues,
  movedValues,
  sessionOf,
  summaryOf,
} from '../session-rows.ts';
import type { Move } from '../../session/move.ts';
import type { Session } from '../../session/session.ts';
import { Batch } from '../batch.ts';
import { SEARCHED_ROWS, sessionLists, withSearch } from '../search.ts';
import type { SessionFilter, SessionStore } from '../port/store.ts';
import type { Value } from '../tables/table-access.ts';
import type { Changes } from './changes.ts';
import { creations, earlierCreation } from './creation.ts';
import type { Database, Statement } from './database.ts';
import { createPartitions } from './partitions.ts';
import { postgresTables } from './postgres-tables.ts';
import { eraseClaims, eraseSessions } from './erasure.ts';

const COLUMNS = SESSION_COLUMNS.join(', ');
/** The planner sees the ids and leaves out the partitions of other days. A generic plan would open every partition. */
const byId = (columns: string): string => `SELECT ${columns} FROM sessions WHERE id = ANY ($1::text[])`;
export const FIND: Statement = { name: 'find', text: byId(COLUMNS) };
const SUMMARIES: Statement = { name: 'summaries', text: byId(SUMMARY_COLUMNS.join(', ')) };
const SET = [
  ...MOVED_COLUMNS.map((column, i) => `${column} = $${i + 5}`),
  ...JOIN_COLUMNS.map((column, i) => `${column} = coalesce(${column}, $${i + 5 + MOVED_COLUMNS.length})`),
].join(', ');

// No notification here: it would hold a lock of the whole server until the commit is confirmed, so no two moves could share a flush.
const MOVE: Statement = {
  name: 'move',
  text: `
    WITH moved AS (UPDATE sessions SET ${SET} WHERE id = $1 AND status = $2 RETURNING id)
    INSERT INTO session_events (session_id, event, from_status, to_status, at)
    SELECT id, event, from_status, to_status, $3 FROM moved
    CROSS JOIN json_to_recordset($4::json) AS step (event text, from_status text, to_status text)`,
};

const CHECK_NUMBER: Statement = {
  name: 'check-number',
  text: `
    UPDATE sessions SET join_confirmed = join_match_code = $2, join_wrong_numbers = join_wrong_numbers + (join_match_code <> $2)::int
    WHERE id = $1 AND status = 'app_launched' AND NOT join_confirmed AND join_wrong_numbers < $3`,
};

const EVENTS = 'SELECT event, from_status, to_status, at FROM session_events WHERE session_id = $1 ORDER BY seq';

const moveValues = ({ sessionId, steps, at, next }: Move): Value[] => [
  sessionId,
  steps[0].from,
  at,
  JSON.stringify(steps.map(({ event, from, to }) => ({ event, from_status: from, to_status: to }))),
  ...movedValues(next),
  ...joinValues(next),
];

const DUE: Statement = {
  name: 'due',
  text: `
    SELECT ${COLUMNS} FROM sessions
    WHERE ended_at IS NULL AND coalesce(processing_deadline, expires_at) <= $1
    ORDER BY coalesce(processing_deadline, expires_at) LIMIT $2 FOR UPDATE SKIP LOCKED`,
};

export function postgresSessions(db: Database, changes: Changes): SessionStore {
  async function change(sessionId: string, statement: Statement, values: Value[]): Promise<boolean> {
    const changed = (await db.query(statement, values)).count > 0;
    if (changed) changes.announce(sessionId);
    return changed;
  }

  const finds = new Batch<string, Session | undefined>(async (ids) => {
    const { rows } = await db.query(FIND, [ids]);
    const rowOf = new Map(rows.map((row) => [row['id'], row]));
    return ids.map((id) => {
      const row = rowOf.get(id);
      return row && sessionOf(row);
    });
  });
  const creating = creations(db);

  return {
    create: (session, claim) => creating.add({ session, claim }),
    earlier: (claim, now) => earlierCreation(db, claim, now),
    find: (id) => finds.add(id),
    summaries: async (ids) => (await db.query(SUMMARIES, [ids])).rows.map(summaryOf),
    move: (move) => change(move.sessionId, MOVE, moveValues(move)),
    checkNumber: async (id, number) => void (await change(id, CHECK_NUMBER, [id, number, LIMITS.wrongNumbers])),
    events: async (id) => (await db.query({ text: EVENTS }, [id])).rows.map(eventOf),
    ...sessionLists(postgresTables(db), listStatement),
    async moveDue(now, limit, moveOf) {
      const moves = await db.transaction(async (query) => {
        const due = (await query(DUE, [now, limit])).rows.flatMap((row) => moveOf(sessionOf(row)) ?? []);
        for (const move of due) await query(MOVE, moveValues(move));
        return due;
      });
      for (const { sessionId } of moves) changes.announce(sessionId);
      return moves;
    },
    erase: (createdBefore, limit) => eraseSessions(db, createdBefore, limit),
    eraseClaims: (claimedBefore, limit) => eraseClaims(db, claimedBefore, limit),
    prepare: (now) => createPartitions(db, now),
    onChange: (listener) => changes.subscribe(listener),
  };
}

/** Repeats the condition of the partial index. `OFFSET 0` keeps the planner from walking another index for the order. */
const LIVE = `(SELECT ${COLUMNS} FROM sessions WHERE ended_at IS NULL AND coalesce(processing_deadline, expires_at) > 0 OFFSET 0) AS live`;

/** BETWEEN keeps the column in the ORDER BY, so that only its index fits. Otherwise the planner walks all sessions by id. */
const INDEXED: ReadonlySet<string> = new Set(['merchant_id', 'failure_code', 'final_status']);

function listStatement(filter: SessionFilter): { text: string; values: Value[] } {
  const { merchantId, status, mode, failureCode, beforeId, fromId } = filter;
  const isLive = status !== undefined && !isFinal(status);
  const wanted: [column: string, relation: '=' | '<' | '>=', value: Value | undefined][] = [
    ['merchant_id', '=', merchantId],
    ['failure_code', '=', failureCode],
    [isLive ? 'status' : 'final_status', '=', status],
    ['mode', '=', mode],
    ['id', '<', beforeId],
    ['id', '>=', fromId],
  ];
  const given = wanted.filter(([, , value]) => value !== undefined);
  const along = isLive ? undefined : given.map(([column]) => column).find((column) => INDEXED.has(column));
  const conditions = given.map(([column, relation], i) =>
    column === along ? `${column} BETWEEN $${i + 2} AND $${i + 2}` : `${column} ${relation} $${i + 2}`,
  );
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const order = along === undefined ? 'id DESC' : `${along} DESC, id DESC`;
  const text = `SELECT ${COLUMNS} FROM ${isLive ? LIVE : 'sessions'} ${where} ORDER BY ${order} LIMIT $1`;
  return withSearch({ text, values: given.map(([, , value]) => value!) }, filter, SEARCHED_ROWS.postgres);
}
