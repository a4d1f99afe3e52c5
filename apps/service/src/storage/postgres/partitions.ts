import { firstSessionIdAt } from '../../session/session-id.ts';
import type { Instant } from '../../session/session.ts';
import { StoreUnavailableError } from '../port/store.ts';
import type { Database, Query } from './database.ts';

/** Partitioned by day: session ids begin with the time. */
const TABLES = { sessions: 'id', session_events: 'session_id', bio_attempts: 'session_id' };
const DAY_MS = 24 * 60 * 60 * 1000;
/** Enough for days without a running process. */
const DAYS_AHEAD = 4;

const LOCK = 4_118_201_902;
// Other statements queue behind one that waits for a table lock. So it gives up soon, and the next round retries.
const GIVE_UP_SOON = "SET LOCAL lock_timeout = '100ms'";
/** Excludes the default partition. Names sort by day. */
const PARTITIONS = `
  SELECT right(relname, 8) AS day FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'sessions'::regclass AND relname ~ '_[0-9]{8}$'`;

const nameOf = (day: Instant): string => new Date(day).toISOString().slice(0, 10).replaceAll('-', '');

/** Without the privilege, or with a session of that day already in the default partition, the rows stay there and are erased one by one. */
export const createPartitions = (db: Database, now: Instant): Promise<unknown> =>
  unlessHindered(async () => {
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    const days = Array.from({ length: DAYS_AHEAD }, (_, i) => today + i * DAY_MS);
    const missing = (names: readonly string[]): Instant[] =>
      days.filter((day) => names.every((name) => name < nameOf(day)));
    await underLock(db, missing, async (query, day) => {
      const [from, to] = [firstSessionIdAt(day), firstSessionIdAt(day + DAY_MS)];
      // A row that was already routed to the default partition would fail when the new one is attached.
      await query({ text: 'LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE' });
      const inDefault = 'SELECT 1 FROM sessions_rest WHERE id >= $1 AND id < $2 LIMIT 1';
      if ((await query({ text: inDefault }, [from, to])).count > 0) return;
      for (const table of Object.keys(TABLES)) {
        const name = `${table}_${nameOf(day)}`;
        await query({
          text: `CREATE TABLE ${name} (LIKE ${table} INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING GENERATED)`,
        });
        // Unlike CREATE TABLE … PARTITION OF, this does not block reads and writes.
        await query({ text: `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')` });
      }
    });
  });

/** Drops the days before. False: a table is busy, and a later call may succeed. */
export const dropPartitions = (db: Database, before: Instant): Promise<boolean> =>
  unlessHindered(() =>
    underLock(
      db,
      (names) => names.filter((name) => name < nameOf(before)),
      async (query, day) => {
        const names = Object.keys(TABLES).map((table) => `${table}_${day}`);
        await query({ text: `DROP TABLE ${names.join()}` });
      },
    ),
  );

/** Only one process at a time works on the days that `choose` takes. Each day is a transaction. */
async function underLock<Day>(
  db: Database,
  choose: (names: readonly string[]) => Day[],
  work: (query: Query, day: Day) => Promise<void>,
): Promise<void> {
  const chosen = async (query: Query): Promise<Day[]> =>
    choose((await query({ text: PARTITIONS })).rows.map((row) => row['day'] as string));
  for (const day of await chosen(db.query))
    await db.transaction(async (query) => {
      await query({ text: GIVE_UP_SOON });
      const taken = (await query({ text: 'SELECT pg_try_advisory_xact_lock($1) AS taken' }, [LOCK])).rows[0]!['taken'];
      if (taken === true && (await chosen(query)).includes(day)) await work(query, day);
    });
}

const INSUFFICIENT_PRIVILEGE = '42501';

async function unlessHindered(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailableError && error.reason === 'busy') return false;
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    return true;
  }
}
