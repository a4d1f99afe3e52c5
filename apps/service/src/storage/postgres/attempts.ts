import type { AttemptStore } from '../store.ts';
import type { Database } from './database.ts';

// Serializes calls with the same key, so that the next statement sees all earlier counts.
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const COUNT = `
  INSERT INTO attempts (key, at) SELECT $1, $2
  WHERE (SELECT count(*) FROM attempts WHERE key = $1 AND at > $3) < $4 RETURNING seq`;
const ERASE = `
  DELETE FROM attempts WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM attempts WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))`;

export const postgresAttempts = (db: Database): AttemptStore => ({
  count: (key, limit, since, now) =>
    db.transaction(async (query) => {
      await query({ text: LOCK }, [key]);
      return (await query({ text: COUNT }, [key, now, since, limit])).rows[0]?.['seq'] as number | undefined;
    }),
  takeBack: async (counted) => void (await db.query({ text: 'DELETE FROM attempts WHERE seq = $1' }, [counted])),
  clear: async (key) => void (await db.query({ text: 'DELETE FROM attempts WHERE key = $1' }, [key])),
  erase: async (countedBefore, limit) => (await db.query({ text: ERASE }, [countedBefore, limit])).count,
});
