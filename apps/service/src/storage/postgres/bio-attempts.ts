import { bioAttemptsOf } from '../rows.ts';
import type { BioAttemptStore } from '../store.ts';
import type { Database } from './database.ts';

const NOTE = `
  INSERT INTO bio_attempts (session_id, attempts) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = $1)
  ON CONFLICT (session_id) DO UPDATE SET attempts = excluded.attempts`;

export const postgresBioAttempts = (db: Database): BioAttemptStore => ({
  note: async (sessionId, attempts) => void (await db.query({ text: NOTE }, [sessionId, JSON.stringify(attempts)])),
  of: async (sessionId) =>
    bioAttemptsOf(
      (await db.query({ text: 'SELECT attempts FROM bio_attempts WHERE session_id = $1' }, [sessionId])).rows[0],
    ),
});
