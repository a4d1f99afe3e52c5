import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import {
  APPLIED,
  LEDGER,
  ledgerValues,
  migrationsOf,
  pendingMigrations,
  requireNothingPending,
  versionOf,
  type AppliedMigration,
  type Migration,
  type MigrationReport,
} from '../migration.ts';
import { SchemaError } from '../port/store.ts';
import { postgresError } from './errors.ts';
import { connectToPrimary } from './primary.ts';

export const MIGRATIONS = migrationsOf('postgres');

/** Other statements queue behind a step that waits for a table lock, so it gives up soon, and tries again after a long pause. */
const LOCK_TIMEOUT_MS = 100;
const TRY_AGAIN_MS = 10_000;
/** Who keeps a table of ours longest. */
const HOLDER = `
  SELECT l.relation::regclass AS table, l.pid, a.application_name AS name
  FROM pg_locks l JOIN pg_class c ON c.oid = l.relation LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.granted AND l.pid <> pg_backend_pid() AND c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  ORDER BY a.xact_start, l.relation::regclass::text LIMIT 1`;
const LOCK_NOT_AVAILABLE = '55P03';

const LOCK = 4_118_201_901;

/** A parameter that only Authly sets. The server keeps it for the session. */
const MARK = 'authly.session';
const CONFIG = { application_name: 'authly migrate' };

export async function withConnection<T>(
  url: string,
  work: (connection: Client, isPooled: boolean) => Promise<T>,
): Promise<T> {
  let connection: Client | undefined;
  try {
    connection = await connectWithMark(url);
    const isPooled = connection === undefined || !(await isMarked(connection));
    connection ??= await connectToPrimary(url, CONFIG);
    return await work(connection, isPooled);
  } catch (error) {
    throw postgresError(error);
  } finally {
    await connection?.end().catch(() => {});
  }
}

/** A pool in transaction mode ignores parameters of a session, or rejects them: then undefined. */
async function connectWithMark(url: string): Promise<Client | undefined> {
  try {
    return await connectToPrimary(url, { ...CONFIG, options: `-c ${MARK}=on` });
  } catch (error) {
    if (isSettingRefused(error)) return undefined;
    throw error;
  }
}

async function isMarked(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>('SELECT current_setting($1, true) AS mark', [MARK]);
  return rows[0]!.mark === 'on';
}

/** PgBouncer returns `protocol_violation`, other pools `feature_not_supported`. */
const isSettingRefused = (error: unknown): boolean =>
  ['08P01', '0A000'].includes((error as { code?: string }).code ?? '') &&
  /startup|options|parameter/i.test((error as Error).message);

interface WaitOptions {
  /** Gets a line that says which lock a migration waits for. */
  readonly onWait?: ((line: Error) => void) | undefined;
  readonly tryAgainMs?: number;
}

/** Each step is one transaction under one lock, so a second process waits and then finds it done. */
export async function migrateDatabase(
  connection: Client,
  known: readonly Migration[] = MIGRATIONS,
  { onWait = () => {}, tryAgainMs = TRY_AGAIN_MS }: WaitOptions = {},
): Promise<MigrationReport> {
  const applied: Migration[] = [];
  const began = performance.now();
  for (let pending; (pending = pendingMigrations(known, await appliedTo(connection))).length > 0; ) {
    try {
      const next = await applyNext(connection, known);
      if (next !== undefined) applied.push(next);
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      const waitedS = Math.round((performance.now() - began) / 1000);
      onWait(
        new Error(`migration ${pending[0]!.number} waits for ${await lockHolder(connection)}, for ${waitedS} s so far`),
      );
      await pause(tryAgainMs);
    }
  }
  return {
    version: versionOf(await appliedTo(connection)),
    applied: applied.map(({ number, name }) => ({ number, name })),
  };
}

async function applyNext(connection: Client, known: readonly Migration[]): Promise<Migration | undefined> {
  // Behind a connection pool, the role has a statement timeout.
  await connection.query('BEGIN; SET LOCAL statement_timeout = 0');
  try {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await connection.query(LEDGER);
    const next = pendingMigrations(known, await appliedTo(connection))[0];
    if (next !== undefined) {
      await connection.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await connection.query(next.sql);
      await connection.query('INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', ledgerValues(known, next));
    }
    await connection.query('COMMIT');
    return next;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {});
    const { code = '', message } = error as Error & { code?: string };
    if (code in WRONG_DATABASE) throw new SchemaError('altered', `${WRONG_DATABASE[code]} (${message})`);
    throw error;
  }
}

async function lockHolder(connection: Client): Promise<string> {
  const { rows } = await connection.query<{ table: string; pid: number; name: string | null }>(HOLDER);
  if (rows[0] === undefined) return 'a table lock';
  const { table, pid, name } = rows[0];
  return `a lock on the table ${table}, which database process ${pid} (${name || 'unnamed'}) holds`;
}

const WRONG_DATABASE: Readonly<Record<string, string>> = {
  '42501': 'the user of AUTHLY_DATABASE_URL may not create tables: let it own the database',
  '42P07': 'the database has tables of another program: give Authly a database of its own',
};

export const requireMigrated = async (connection: Client, known: readonly Migration[] = MIGRATIONS): Promise<void> =>
  requireNothingPending(pendingMigrations(known, await appliedTo(connection)));

async function appliedTo(connection: Client): Promise<AppliedMigration[]> {
  if (!(await hasTable(connection, 'schema_migrations'))) return [];
  return (await connection.query<AppliedMigration>(APPLIED)).rows;
}

export async function hasTable(connection: Client, name: string): Promise<boolean> {
  const { rows } = await connection.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  return rows[0]!.found;
}
