import { firstSessionIdAt } from '../../session/session-id.ts';
import type { Instant } from '../../session/session.ts';
import { StoreUnavailableError } from '../store.ts';
import type { Database, Query } from './database.ts';

/** In parts by the day of a session, which its id begins with. */
const TABLES = ['session_events', 'bio_attempts'] as const;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Made ahead, so that a week without anybody to make them changes nothing. */
const DAYS_AHEAD = 8;

/** Any number that nobody else takes on this database. */
const LOCK = 4_118_201_902;
// Everybody else waits behind whoever waits for a whole table: it gives up soon, and the next round tries again.
const GIVE_UP_SOON = "SET LOCAL lock_timeout = '100ms'";
const PARTS = `
  SELECT quote_ident(c.relname) AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([^'']*)''\\)') AS bound
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass`;

/**
 * Makes the parts of the days that come, and drops those whose sessions are all to be erased: the bytes are gone at once, and no row has to be
 * found. What somebody else is doing, or may not be done by this user of the database, is left: such rows lie in the part for the rest, and
 * are erased one by one.
 */
export async function keepDays(db: Database, erasedBefore: Instant, now: Instant): Promise<void> {
  for (const table of TABLES) {
    await unlessHindered(() => db.transaction((query) => makeDays(query, table, now)));
    await unlessHindered(() => db.transaction((query) => dropDays(query, table, erasedBefore)));
  }
}

async function makeDays(query: Query, table: string, now: Instant): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS_AHEAD }, (_, i) => today + i * DAY_MS);
  for (const day of await missingDays(query, table, days)) {
    const [from, to] = [firstSessionIdAt(day), firstSessionIdAt(day + DAY_MS)];
    const name = `${table}_${new Date(day).toISOString().replace(/T.*/, '').replaceAll(/\W/g, '')}`;
    const rest = `SELECT 1 FROM ${table}_rest WHERE session_id >= $1 AND session_id < $2 LIMIT 1`;
    if ((await query({ text: rest }, [from, to])).count > 0) continue;
    await query({ text: `CREATE TABLE ${name} (LIKE ${table} INCLUDING INDEXES)` });
    // Unlike one that is made as a part, this lets everybody read and write meanwhile.
    await query({ text: `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')` });
  }
}

/** One process at a time; most rounds find nothing to do. */
async function missingDays(query: Query, table: string, days: readonly Instant[]): Promise<Instant[]> {
  const missing = async (): Promise<Instant[]> => {
    const bounds = (await parts(query, table)).map(({ bound }) => bound);
    return days.filter((day) => bounds.every((bound) => bound <= firstSessionIdAt(day)));
  };
  if ((await missing()).length === 0) return [];
  return (await takeTurn(query)) ? missing() : [];
}

async function dropDays(query: Query, table: string, erasedBefore: Instant): Promise<void> {
  const over = async (): Promise<{ name: string }[]> =>
    (await parts(query, table)).filter(({ bound }) => bound <= firstSessionIdAt(erasedBefore));
  if ((await over()).length === 0 || !(await takeTurn(query))) return;
  for (const { name } of await over()) await query({ text: `DROP TABLE ${name}` });
}

async function takeTurn(query: Query): Promise<boolean> {
  await query({ text: GIVE_UP_SOON });
  return (await query({ text: 'SELECT pg_try_advisory_xact_lock($1) AS taken' }, [LOCK])).rows[0]!['taken'] as boolean;
}

/** Each with the first id that is no longer in it; the part for the rest has no such bound. */
const parts = async (query: Query, table: string): Promise<{ name: string; bound: string }[]> =>
  (await query({ text: PARTS }, [table])).rows
    .filter((row) => row['bound'] !== null)
    .map((row) => ({ name: row['name'] as string, bound: row['bound'] as string }));

const INSUFFICIENT_PRIVILEGE = '42501';

async function unlessHindered(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isBusy = error instanceof StoreUnavailableError && error.reason === 'busy';
    if (!isBusy && (error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  }
}
