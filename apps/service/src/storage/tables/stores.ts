import type { BioAttempt } from '../../session/bio-attempt.ts';
import { containing } from '../search.ts';
import type { BioAttemptStore, Settings } from '../port/store.ts';
import { attemptTable } from './attempts.ts';
import { appendEntry, auditTable, change } from './audit.ts';
import { consoleTable } from './console.ts';
import { countTable } from './counts.ts';
import { failedRequestTable } from './failed-requests.ts';
import { keyTable } from './keys.ts';
import { merchantTable } from './merchants.ts';
import { processTable } from './processes.ts';
import { changesOne, run, type Tables } from './table-access.ts';
import { transferTable } from './transfers.ts';
import { webhookTable, type Outbox } from './webhooks.ts';

/** SQLite keeps counts, failed requests and processes in `recent.db`. */
export const tableStores = (tables: Tables, outbox: Outbox, recent: Tables = tables) => ({
  merchants: merchantTable(tables),
  keys: keyTable(tables),
  attempts: attemptTable(tables),
  bioAttempts: bioAttemptTable(tables),
  webhooks: webhookTable(tables, outbox),
  audit: auditTable(tables),
  console: consoleTable(tables),
  counts: countTable(recent),
  failedRequests: failedRequestTable(recent),
  processes: processTable(recent),
  settings: settingTable(tables),
  transfers: transferTable(tables),
});

const NOTE = `
  INSERT INTO bio_attempts (session_id, attempts) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = $1)
  ON CONFLICT (session_id) DO UPDATE SET attempts = excluded.attempts`;

const BY_REQUEST = `
  SELECT session_id FROM (SELECT session_id, attempts FROM bio_attempts ORDER BY session_id DESC LIMIT $1) AS newest
  WHERE attempts LIKE $2 ESCAPE '\\' LIMIT 1`;

const bioAttemptTable = (tables: Tables): BioAttemptStore => ({
  note: async (sessionId, attempts) =>
    void (await tables.write(NOTE, [sessionId, JSON.stringify(attempts)], 'note-attempts')),
  of: async (sessionId) => {
    const { rows } = await tables.query('SELECT attempts FROM bio_attempts WHERE session_id = $1', [sessionId]);
    return rows.length === 0 ? [] : (JSON.parse(rows[0]!['attempts'] as string) as BioAttempt[]);
  },
  sessionOf: async (requestId) => {
    const { rows } = await tables.query(BY_REQUEST, [tables.searchedRows, containing(requestId.toLowerCase())]);
    return rows[0]?.['session_id'] as string | undefined;
  },
});

const SET =
  'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
/** A second change waits here, also for the first value. */
const LOCK =
  "INSERT INTO settings (name, value) VALUES ($1, '') ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value";

const settingTable = (tables: Tables): Settings => ({
  get: async (name) => {
    const { rows } = await tables.query('SELECT value FROM settings WHERE name = $1', [name], 'setting');
    return rows[0]?.['value'] as string | undefined;
  },
  set: async (name, value, entry) => void (await change(tables, entry, () => changesOne(SET, [name, value]))),
  change: (name, next, entryOf) =>
    tables.transaction(function* () {
      const [row] = (yield* run(LOCK, [name])).rows;
      const value = next(row!['value'] as string);
      if (value === undefined) return value;
      yield* run(SET, [name, value]);
      if (entryOf !== undefined) yield* appendEntry(entryOf(value));
      return value;
    }),
});
