import { firstSessionIdAt } from '../../session/session-id.ts';
import type { Instant } from '../../session/session.ts';
import { StoreUnavailableError } from '../store.ts';
import type { Database, Query } from './database.ts';

/** Partitioned by day: session ids begin with the time. */
const TABLES = ['session_events', 'bio_attempts'] as const;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Enough for a week without a running process. */
const DAYS_AHEAD = 8;

const LOCK = 4_118_201_902;
// Other statements queue behind one that waits for a table lock. So it gives up soon, and the next round retries.
const GIVE_UP_SOON = "SET LOCAL lock_timeout = '100ms'";
/** Excludes the default partition. */
const PARTITIONS = `
  SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = $1::regclass AND relname ~ '_[0-9]{8}$'`;

/** Skips locked tables and missing privileges: such rows go to the default partition and are erased one by one. */
export async function maintainPartitions(db: Database, erasedBefore: Instant, now: Instant): Promise<void> {
  for (const table of TABLES) {
    await unlessHindered(() => db.transaction((query) => createPartitions(query, table, now)));
    await unlessHindered(() => db.transaction((query) => dropPartitions(query, table, erasedBefore)));
  }
}

/** Names sort by day. */
const nameOf = (table: string, day: Instant): string =>
  `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function createPartitions(query: Query, table: string, now: Instant): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS_AHEAD }, (_, i) => today + i * DAY_MS);
  for (const day of await missingDays(query, table, days)) {
    const [from, to] = [firstSessionIdAt(day), firstSessionIdAt(day + DAY_MS)];
    const name = nameOf(table, day);
    // A row of today that was already routed to the default partition would fail when the new one is attached.
    if (day === today) await query({ text: `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE` });
    const inDefault = `SELECT 1 FROM ${table}_rest WHERE session_id >= $1 AND session_id < $2 LIMIT 1`;
    if ((await query({ text: inDefault }, [from, to])).count > 0) continue;
    await query({ text: `CREATE TABLE ${name} (LIKE ${table} INCLUDING INDEXES)` });
    // Unlike CREATE TABLE … PARTITION OF, this does not block reads and writes.
    await query({ text: `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')` });
  }
}

/** Only one process at a time creates partitions. */
async function missingDays(query: Query, table: string, days: readonly Instant[]): Promise<Instant[]> {
  const missing = async (): Promise<Instant[]> => {
    const names = await partitions(query, table);
    return days.filter((day) => names.every((name) => name < nameOf(table, day)));
  };
  if ((await missing()).length === 0) return [];
  return (await takeLock(query)) ? missing() : [];
}

async function dropPartitions(query: Query, table: string, erasedBefore: Instant): Promise<void> {
  const over = async (): Promise<string[]> =>
    (await partitions(query, table)).filter((name) => name < nameOf(table, erasedBefore));
  if ((await over()).length === 0 || !(await takeLock(query))) return;
  for (const name of await over()) await query({ text: `DROP TABLE ${name}` });
}

async function takeLock(query: Query): Promise<boolean> {
  await query({ text: GIVE_UP_SOON });
  return (await query({ text: 'SELECT pg_try_advisory_xact_lock($1) AS taken' }, [LOCK])).rows[0]!['taken'] as boolean;
}

const partitions = async (query: Query, table: string): Promise<string[]> =>
  (await query({ text: PARTITIONS }, [table])).rows.map((row) => row['name'] as string);

const INSUFFICIENT_PRIVILEGE = '42501';

async function unlessHindered(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isBusy = error instanceof StoreUnavailableError && error.reason === 'busy';
    if (!isBusy && (error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  }
}
