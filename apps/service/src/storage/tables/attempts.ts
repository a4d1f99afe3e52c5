import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import type { AttemptStore } from '../port/store.ts';
import { run, type Tables } from './tables.ts';

// Serializes calls with the same key, so that the next statement sees all earlier counts.
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
// An attempt further ahead than CLOCK_TOLERANCE_MS comes from a wrong clock.
const COUNT = `
  INSERT INTO attempts (key, at) SELECT $1, $2
  WHERE (SELECT count(*) FROM attempts WHERE key = $1 AND at > $3 AND at - ${CLOCK_TOLERANCE_MS} <= $2) < $4
  RETURNING seq`;
const ERASE = `
  DELETE FROM attempts WHERE seq IN
  (SELECT seq FROM attempts WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`;

export const attemptTable = (tables: Tables): AttemptStore => ({
  count: (key, limit, since, now) =>
    tables.transaction(function* () {
      yield* run(LOCK, [key], 'attempts-lock');
      return (yield* run(COUNT, [key, now, since, limit], 'attempts-count')).rows[0]?.['seq'] as number | undefined;
    }),
  takeBack: async (counted) =>
    void (await tables.write('DELETE FROM attempts WHERE seq = $1', [counted], 'attempts-back')),
  erase: async (countedBefore, limit) => (await tables.write(ERASE, [countedBefore, limit])).count,
});
