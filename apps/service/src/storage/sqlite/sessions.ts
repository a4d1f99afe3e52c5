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
import { createSession, earlierCreation } from './creation.ts';
import type { Database } from './database.ts';
import { eraseClaims, eraseSessions } from './erasure.ts';
import { sqliteTables } from './sqlite-tables.ts';

const COLUMNS = SESSION_COLUMNS.join(', ');
const FIND = `SELECT ${COLUMNS} FROM sessions WHERE id = ?`;
const SUMMARIES = `SELECT ${SUMMARY_COLUMNS.join(', ')} FROM sessions WHERE id IN (SELECT value FROM json_each(?))`;

const MOVE = `
  UPDATE sessions SET ${MOVED_COLUMNS.map((column) => `${column} = ?`).join(', ')}, ${JOIN_COLUMNS.map((column) => `${column} = coalesce(${column}, ?)`).join(', ')}
  WHERE id = ? AND status = ?`;

const NEXT_EVENT = `
  INSERT INTO session_events (session_id, seq, event, from_status, to_status, at)
  VALUES (?1, (SELECT count(*) FROM session_events WHERE session_id = ?1), ?2, ?3, ?4, ?5)`;

const CHECK_NUMBER = `
  UPDATE sessions SET join_confirmed = join_match_code = ?2, join_wrong_numbers = join_wrong_numbers + (join_match_code <> ?2)
  WHERE id = ?1 AND status = 'app_launched' AND join_confirmed = 0 AND join_wrong_numbers < ?3`;

const EVENTS = 'SELECT event, from_status, to_status, at FROM session_events WHERE session_id = ? ORDER BY seq';

export const DUE = `
  SELECT ${COLUMNS} FROM sessions
  WHERE ended_at IS NULL AND coalesce(processing_deadline, expires_at) <= ?
  ORDER BY coalesce(processing_deadline, expires_at) LIMIT ?`;

export function sqliteSessions(db: Database, changes: Changes): SessionStore {
  async function change(sessionId: string, work: () => boolean): Promise<boolean> {
    const seq = await db.groupCommit(() => (work() ? changes.record(sessionId) : undefined));
    if (seq !== undefined) changes.announce(seq, sessionId);
    return seq !== undefined;
  }

  const move = ({ sessionId, steps, at, next }: Move): Promise<boolean> =>
    change(sessionId, () => {
      const values = [...movedValues(next), ...joinValues(next), sessionId, steps[0].from];
      const moved = db.sql(MOVE).run(...values).changes === 1;
      if (moved) for (const { event, from, to } of steps) db.sql(NEXT_EVENT).run(sessionId, event, from, to, at);
      return moved;
    });

  const find = (id: string): Session | undefined => {
    const row = db.sql(FIND).get(id);
    return row && sessionOf(row);
  };
  // The file lock costs more than one row, so reads share it.
  const finds = new Batch<string, Session | undefined>((ids) => db.answer(() => db.reading(() => ids.map(find))));

  return {
    create: (session, claim) => createSession(db, session, claim),
    earlier: (claim, now) => db.answer(() => earlierCreation(db, claim, now)),
    find: (id) => finds.add(id),
    summaries: (ids) => db.answer(() => db.sql(SUMMARIES).all(JSON.stringify(ids)).map(summaryOf)),
    move,
    checkNumber: async (id, number) =>
      void (await change(id, () => db.sql(CHECK_NUMBER).run(id, number, LIMITS.wrongNumbers).changes === 1)),
    events: (id) => db.answer(() => db.sql(EVENTS).all(id).map(eventOf)),
    ...sessionLists(sqliteTables(db), listStatement),
    async moveDue(now, limit, moveOf) {
      const due = await db.answer(() => db.sql(DUE).all(now, limit));
      const moves = due.flatMap((row) => moveOf(sessionOf(row)) ?? []);
      const moved = await Promise.all(moves.map(move));
      return moves.filter((_, i) => moved[i]);
    },
    erase: (createdBefore, limit) => eraseSessions(db, createdBefore, limit),
    eraseClaims: (claimedBefore, limit) => eraseClaims(db, claimedBefore, limit),
    prepare: async () => [],
    onChange: (listener) => changes.subscribe(listener),
  };
}

/** Repeats the condition of the partial index of sessions that have not ended. */
const LIVE = 'ended_at IS NULL AND coalesce(processing_deadline, expires_at) > 0';
const ENDED = 'ended_at IS NOT NULL';

export function listStatement(filter: SessionFilter): { text: string; values: Value[] } {
  const { merchantId, status, mode, failureCode, beforeId, fromId } = filter;
  const isLive = status !== undefined && !isFinal(status);
  // SQLite has no statistics. A plus sign keeps it from using an index: for live sessions the indexes that include ended ones, for one merchant
  // the index of all merchants.
  const [plus, plusOfStatus] = [isLive ? '+' : '', isLive || merchantId !== undefined ? '+' : ''];
  const wanted: [condition: string, value: Value | undefined][] = [
    [`${plus}merchant_id = ?`, merchantId],
    [`${isLive ? LIVE : ENDED} AND ${plusOfStatus}status = ?`, status],
    ['mode = ?', mode],
    [`${plus}failure_code = ?`, failureCode],
    [`${plus}id < ?`, beforeId],
    [`${plus}id >= ?`, fromId],
  ];
  const given = wanted.filter((entry): entry is [string, Value] => entry[1] !== undefined);
  const conditions = given.map(([condition], i) => condition.replace('?', `$${i + 2}`));
  const where = given.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const text = `SELECT ${COLUMNS} FROM sessions ${where} ORDER BY ${plus}id DESC LIMIT $1`;
  return withSearch({ text, values: given.map(([, value]) => value) }, filter, SEARCHED_ROWS.sqlite);
}
