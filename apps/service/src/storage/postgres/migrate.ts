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

/** Other statements queue behind a step that waits for a table lock, so the step gives up soon and retries. */
const LOCK_TIMEOUT_MS = 1000;
const TRY_AGAIN_MS = 1000;
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

/** Each step is one transaction under one lock, so a second process waits and then finds it done. */
export async function migrateDatabase(
  connection: Client,
  known: readonly Migration[] = MIGRATIONS,
): Promise<MigrationReport> {
  const applied: Migration[] = [];
  while (pendingMigrations(known, await appliedTo(connection)).length > 0) {
    const next = await applyNext(connection, known);
    if (next !== undefined) applied.push(next);
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
    if (code !== LOCK_NOT_AVAILABLE) throw error;
    await pause(TRY_AGAIN_MS);
    return undefined;
  }
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
