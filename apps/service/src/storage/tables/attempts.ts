import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import type { AttemptStore } from '../port/store.ts';
import type { Tables } from './table-access.ts';

const ERASE = `
  DELETE FROM attempts WHERE seq IN
  (SELECT seq FROM attempts WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`;

export const attemptTable = (tables: Tables): AttemptStore => ({
  count: async (key, limit, since, now) => {
    const values = [key, now, since, now + CLOCK_TOLERANCE_MS, limit];
    const { rows } = await tables.write(tables.countAttempt, values, 'attempts-count');
    return (rows[0]?.['seq'] as number | null | undefined) ?? undefined;
  },
  takeBack: async (counted) =>
    void (await tables.write('DELETE FROM attempts WHERE seq = $1', [counted], 'attempts-back')),
  erase: async (countedBefore, limit) => (await tables.write(ERASE, [countedBefore, limit])).count,
});
