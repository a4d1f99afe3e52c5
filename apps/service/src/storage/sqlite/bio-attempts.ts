import { bioAttemptsOf } from '../rows.ts';
import type { BioAttemptStore } from '../store.ts';
import type { Database } from './database.ts';

const NOTE = `
  INSERT INTO bio_attempts (session_id, attempts) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = ?1)
  ON CONFLICT (session_id) DO UPDATE SET attempts = excluded.attempts`;

export const sqliteBioAttempts = (db: Database): BioAttemptStore => ({
  note: (sessionId, attempts) => db.groupCommit(() => void db.sql(NOTE).run(sessionId, JSON.stringify(attempts))),
  of: (sessionId) =>
    db.answer(() => bioAttemptsOf(db.sql('SELECT attempts FROM bio_attempts WHERE session_id = ?').get(sessionId))),
});
