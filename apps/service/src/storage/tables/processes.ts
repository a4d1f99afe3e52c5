import type { ProcessStore, RunningProcess } from '../port/store.ts';
import { recordOf, type Tables } from './table-access.ts';

const ROW = recordOf<RunningProcess>('processes', [
  'id',
  'host',
  'pid',
  'version',
  'startedAt',
  'clockAheadMs',
  'certificateUntil',
  'certificateLateAt',
  'seenAt',
]);
const REPORT = `${ROW.insert}
  ON CONFLICT (id) DO UPDATE SET
    clock_ahead_ms = excluded.clock_ahead_ms, seen_at = excluded.seen_at,
    certificate_until = excluded.certificate_until, certificate_late_at = excluded.certificate_late_at`;

export const processTable = (tables: Tables): ProcessStore => ({
  report: async (process) => void (await tables.write(REPORT, ROW.valuesOf(process))),
  list: async (since) =>
    (await tables.query(`${ROW.select} WHERE seen_at >= $1 ORDER BY host, started_at`, [since])).rows.map(ROW.read),
  remove: async (id) => void (await tables.write('DELETE FROM processes WHERE id = $1', [id])),
  erase: async (before) => (await tables.write('DELETE FROM processes WHERE seen_at < $1', [before])).count,
});
