import { firstSessionIdAt, sessionIdTime } from '../../session/session-id.ts';
import type { Instant } from '../../session/session.ts';
import { StoreUnavailableError } from '../port/store.ts';
import type { Database, Query } from './database.ts';
import { withConnection } from './migrate.ts';

/** Partitioned by day: session ids begin with the time. */
const TABLES = [
  { table: 'sessions', id: 'id' },
  { table: 'session_events', id: 'session_id' },
  { table: 'bio_attempts', id: 'session_id' },
];
const DAY_MS = 24 * 60 * 60 * 1000;
/** This is enough for days without a running process. */
const DAYS_AHEAD = 4;
/** ATTACH reads the default partition under its locks, unless a constraint shows that it has no session of the day. */
const LARGE_BYTES = 32 * 1024 * 1024;

const LOCK = 4_118_201_902;
// Other statements queue behind one that waits for a table lock, so it gives up soon and the next round retries.
const GIVE_UP_SOON = "SET LOCAL lock_timeout = '100ms'";
/** A constraint that a killed process left rejects every session of its day, which is worse than a wait. */
const WAIT_FOR_LEFTOVER = "SET LOCAL lock_timeout = '3s'";
const LEFTOVER = `
  SELECT 1 FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE conname = $1 AND relnamespace = current_schema()::regnamespace`;
/** Excludes the default partition. Names sort by day. */
const PARTITIONS = `
  SELECT right(relname, 8) AS day FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'sessions'::regclass AND relname ~ '_[0-9]{8}$'`;
const REST_BYTES = "SELECT pg_relation_size('sessions_rest') + pg_relation_size('session_events_rest') AS bytes";
/** Stays there: a reader that waits for ATTACH would find a session that moves in neither partition. */
const NEWEST_IN_REST = 'SELECT id FROM sessions_rest WHERE id >= $1 AND id < $2 ORDER BY id DESC LIMIT 1';

const nameOf = (day: Instant): string => new Date(day).toISOString().slice(0, 10).replaceAll('-', '');
const daysWithPartition = async (query: Query): Promise<string[]> =>
  (await query({ text: PARTITIONS })).rows.map((row) => row['day'] as string);
const onEachTable = (text: (each: (typeof TABLES)[number]) => string): { text: string } => ({
  text: TABLES.map(text).join(';'),
});

/** Returns why days have no partition. Their sessions go to the default partition, and are erased there one by one. */
export async function createPartitions(db: Database, now: Instant): Promise<string[]> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const existing = await daysWithPartition(db.query);
  const hindered: string[] = [];
  for (const day of Array.from({ length: DAYS_AHEAD }, (_, i) => today + i * DAY_MS)) {
    const name = nameOf(day);
    if (existing.includes(name)) continue;
    const work = createPartition(db, day, day < today + 2 * DAY_MS);
    await work.catch((error: Error) => hindered.push(`${name} (${error.message})`));
  }
  return hindered;
}

async function createPartition(db: Database, day: Instant, isNear: boolean): Promise<void> {
  const name = nameOf(day);
  const [begin, to] = [firstSessionIdAt(day), firstSessionIdAt(day + DAY_MS)];
  const none = `none_of_${name}`;
  const dropNone = ({ table }: { readonly table: string }): string =>
    `ALTER TABLE ${table}_rest DROP CONSTRAINT IF EXISTS ${none}`;
  if (isNear && (await db.query({ text: LEFTOVER }, [none])).count > 0)
    await underLock(db, async (query) => {
      await query({ text: WAIT_FOR_LEFTOVER });
      await query(onEachTable(dropNone));
    });
  if (((await db.query({ text: REST_BYTES })).rows[0]!['bytes'] as number) > LARGE_BYTES) {
    if (isNear) throw new Error('the default partition is too large to be read under a lock');
    // Until the partition exists the constraint rejects that day's sessions, so it is only set for a later day.
    const alter = onEachTable(
      ({ table, id }) =>
        `${dropNone({ table })}, ADD CONSTRAINT ${none} CHECK (NOT (${id} >= '${begin}' AND ${id} < '${to}')) NOT VALID`,
    );
    await underLock(db, async (query) => void (await query(alter)));
    const { text } = onEachTable(({ table }) => `ALTER TABLE ${table}_rest VALIDATE CONSTRAINT ${none}`);
    // Blocks nothing, and may take longer than other statements.
    await withConnection(db.readUrl(), (own) => own.query(`BEGIN; SET LOCAL statement_timeout = 0; ${text}; COMMIT`));
  }
  await underLock(db, async (query, existing) => {
    if (existing.includes(name)) return;
    // A row that was already routed to the default partition would fail when the new one is attached.
    // Writers lock the table itself too. Its partitions may be held by a vacuum.
    await query({
      text: `LOCK TABLE ${TABLES.map(({ table }) => `ONLY ${table}`).join()} IN SHARE ROW EXCLUSIVE MODE`,
    });
    const newest = (await query({ text: NEWEST_IN_REST }, [begin, to])).rows[0]?.['id'];
    const from = newest === undefined ? begin : firstSessionIdAt(sessionIdTime(newest as string) + 1);
    // Unlike CREATE TABLE … PARTITION OF, ATTACH does not block reads and writes.
    await query(
      onEachTable(
        ({ table }) => `
          CREATE TABLE ${table}_${name} (LIKE ${table} INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING GENERATED);
          ALTER TABLE ${table} ATTACH PARTITION ${table}_${name} FOR VALUES FROM ('${from}') TO ('${to}');
          ${dropNone({ table })}`,
      ),
    );
  });
}

/** Drops the days before. Returns false if a table is busy: a later call may succeed. Without the privilege, rows are erased one by one. */
export async function dropPartitions(db: Database, before: Instant): Promise<boolean> {
  try {
    for (const day of (await daysWithPartition(db.query)).filter((name) => name < nameOf(before)))
      await underLock(db, async (query, existing) => {
        const names = TABLES.map(({ table }) => `${table}_${day}`);
        if (existing.includes(day)) await query({ text: `DROP TABLE ${names.join()}` });
      });
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailableError && error.reason === 'busy') return false;
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    return true;
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Only one process at a time works on partitions. */
const underLock = (db: Database, work: (query: Query, existing: readonly string[]) => Promise<void>): Promise<void> =>
  db.transaction(async (query) => {
    await query({ text: 'SELECT pg_advisory_xact_lock($1)' }, [LOCK]);
    await query({ text: GIVE_UP_SOON });
    await work(query, await daysWithPartition(query));
  });
