import type { BioAttempt } from '../../session/bio-attempt.ts';
import type { BioAttemptStore } from '../store.ts';
import type { Tables } from './tables.ts';

const NOTE = `
  INSERT INTO bio_attempts (session_id, attempts) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = $1)
  ON CONFLICT (session_id) DO UPDATE SET attempts = excluded.attempts`;

export const bioAttemptTable = (tables: Tables): BioAttemptStore => ({
  note: async (sessionId, attempts) => void (await tables.write(NOTE, [sessionId, JSON.stringify(attempts)])),
  of: async (sessionId) => {
    const { rows } = await tables.query('SELECT attempts FROM bio_attempts WHERE session_id = $1', [sessionId]);
    return rows.length === 0 ? [] : (JSON.parse(rows[0]!['attempts'] as string) as BioAttempt[]);
  },
});
