import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withConnection } from '../../../apps/service/src/storage/postgres/migrate.ts';
import type { StoreOptions } from '../../../apps/service/src/storage/open-store.ts';
import type { Store } from '../../../apps/service/src/storage/port/store.ts';
import { backUp, restore } from '../../../apps/service/src/storage/sqlite/backup.ts';
import { sampleSession } from '../../../apps/service/src/storage/test/samples.ts';
import type { RunningPgbouncer } from '../../../deploy/test/running-pgbouncer.ts';
import { createDatabase, type PostgresServer, type TestDatabase } from '../../postgres-server.ts';
import { Everywhere } from '../explore/everywhere.ts';
import { happens, until } from '../explore/until.ts';
import { ROUND_MS, type Machine, type Process } from './machine.ts';
import type { Model } from './model.ts';

/** What differs between the databases. */
interface Database {
  readonly options: StoreOptions;
  /** No process runs during these two. */
  backUp(): Promise<void>;
  restore(): Promise<void>;
  /** Kills what writes. Returns the sessions that were acknowledged just before. */
  crash(store: Store, now: number): Promise<readonly string[]>;
  /** Sessions outside the partition of their day. */
  misplaced(): Promise<string[]>;
  /** Runs the work while a transaction holds the rows of this merchant. */
  locking(merchantId: string, work: () => Promise<void>): Promise<void>;
  /** What processes left in connections that others use next. */
  leftInConnections(): Promise<string[]>;
  drop(): Promise<void>;
}

const isHindrance = (error: string): boolean => error.includes('go to the default partition');

/** A database with two processes. */
export class Place {
  readonly name: string;
  readonly database: Database;
  readonly #machine: Machine;
  #processes: Process[] = [];
  /** Errors of the processes. */
  errors: string[] = [];

  constructor(name: string, database: Database, machine: Machine) {
    this.name = name;
    this.database = database;
    this.#machine = machine;
  }

  store(process: number): Store {
    return this.#processes[process]!.store;
  }

  async start(): Promise<void> {
    const one = (): Promise<Process> =>
      this.#machine.start(this.database.options, (error) => this.errors.push(String(error)));
    // On a busy machine a connection may take too long.
    this.#processes = await Promise.all([one().catch(one), one().catch(one)]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.splice(0).map((each) => each.stop()));
  }

  /** Sessions stay where they were created while their day had no partition. */
  get isHindered(): boolean {
    return this.errors.some(isHindrance);
  }

  async untilItServes(): Promise<void> {
    await until(`${this.name} to serve again`, () => this.#serves());
    this.errors = this.errors.filter(isHindrance);
  }

  /** Asks often enough to use each connection of a pool. */
  async #serves(): Promise<boolean> {
    const checks = Array.from({ length: 20 }, (_, i) => this.store(i % 2).check());
    const isHearing = [0, 1].every((process) => this.store(process).load?.().isHearing ?? true);
    const allServe = (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled');
    return allServe && (isHearing || this.store(0).isPooled);
  }
}

/** The places of a walk, on one machine. */
export class Stores extends Everywhere<Place> {
  readonly machine: Machine;

  constructor(machine: Machine, places: readonly Place[]) {
    super(places);
    this.machine = machine;
  }

  get now(): number {
    return this.machine.now();
  }

  async pass(model: Model, ms: number, isClockRight = true): Promise<void> {
    await this.machine.pass(ms);
    model.swept(this.now, isClockRight && ms >= ROUND_MS);
  }

  /** All processes end, and start again after the work. */
  async rest(model: Model, work: () => Promise<unknown>): Promise<void> {
    await this.each((place) => place.stop());
    await work();
    model.started(this.now);
    await this.each((place) => place.start());
  }
}

export function sqlite(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'authly-walk-'));
  const dataDir = join(folder, 'data');
  const backup = join(folder, 'backup.db');
  const options = { dataDir, environment: 'test' } as const;
  return {
    options,
    async backUp() {
      rmSync(backup, { force: true });
      await backUp(dataDir, backup);
    },
    async restore() {
      rmSync(dataDir, { recursive: true });
      await restore(dataDir, backup, 'test').catch((error: unknown) => assert.fail(String(error)));
    },
    async crash() {
      const acknowledged = await killedWhileItWrites(options);
      await requireNoRawCopy(dataDir, join(folder, 'raw'));
      return acknowledged;
    },
    misplaced: async () => [],
    locking: (_merchantId, work) => work(),
    leftInConnections: async () => [],
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

/** A copy of the database without its write-ahead log lacks the last writes. */
async function requireNoRawCopy(dataDir: string, to: string): Promise<void> {
  mkdirSync(to);
  const copy = join(to, 'copy.db');
  copyFileSync(join(dataDir, 'authly.db'), copy);
  await assert.rejects(restore(join(to, 'restored'), copy, 'test'), /is no backup but a copy of a store/);
  rmSync(to, { recursive: true });
}

const WRITER = fileURLToPath(import.meta.resolve('../../../apps/service/src/storage/test/process.ts'));
const WRITES = 20;

/** Another process, so that a kill ends it like a failing machine. */
async function killedWhileItWrites(options: StoreOptions): Promise<readonly string[]> {
  const writer = spawn(process.execPath, [WRITER, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  writer.stdin.write('createUntilKilled\n');
  for await (const line of createInterface(writer.stdout)) {
    if (line !== 'ready') acknowledged.push(line);
    if (acknowledged.length === WRITES) writer.kill('SIGKILL');
  }
  return acknowledged;
}

const DAY_OF = (id: string): string => `to_char(to_timestamp(created_at / 1000) AT TIME ZONE 'UTC', '${id}')`;
const MISPLACED = `SELECT id FROM sessions WHERE right(tableoid::regclass::text, 8) <> ${DAY_OF('YYYYMMDD')}`;
const LOCK_MERCHANT = ['sessions', 'webhook_outbox', 'webhook_endpoints', 'merchants'];
/** Settings that PgBouncer itself sets for each client. */
const OF_CLIENTS =
  "'application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings', 'search_path'";
const LEFT = `
  SELECT name || ' = ' || setting AS left FROM pg_settings WHERE source = 'session' AND name NOT IN (${OF_CLIENTS})
  UNION ALL SELECT 'listens to ' || channel FROM pg_listening_channels() AS channel
  UNION ALL SELECT 'holds a lock' FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'`;
const POOLED = 4;

/** Through a pool in transaction mode if one is given. */
export function postgres(
  server: PostgresServer,
  made: Pick<TestDatabase, 'name' | 'url' | 'drop'>,
  pool?: RunningPgbouncer,
): Database {
  const databaseUrl = pool?.through(made.url) ?? made.url;
  let backup: TestDatabase | undefined;
  const direct = <T>(work: Parameters<typeof withConnection<T>>[1]): Promise<T> => withConnection(made.url, work);
  return {
    options: { dataDir: tmpdir(), databaseUrl, environment: 'test' },
    async backUp() {
      await backup?.drop();
      // Its idle connections would keep the database from being copied.
      await pool?.restart();
      backup = await createDatabase(server.url, made.name);
    },
    async restore() {
      await pool?.restart();
      await made.drop();
      await withConnection(server.url, (connection) =>
        connection.query(`CREATE DATABASE ${made.name} TEMPLATE ${backup!.name} STRATEGY FILE_COPY`),
      );
    },
    async crash({ sessions }, now) {
      const made = Array.from({ length: WRITES }, () => sampleSession({ createdAt: now }));
      await Promise.all(made.map((session) => sessions.create(session)));
      await server.kill();
      await until('Postgres to start', () => happens(server.start()));
      return made.map(({ id }) => id);
    },
    misplaced: () =>
      direct(async (connection) => (await connection.query<{ id: string }>(MISPLACED)).rows.map(({ id }) => id)),
    locking: (merchantId, work) =>
      direct(async (connection) => {
        await connection.query('BEGIN');
        for (const table of LOCK_MERCHANT) {
          const column = table === 'merchants' ? 'id' : 'merchant_id';
          await connection.query(`SELECT 1 FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [merchantId]);
        }
        await work();
        await connection.query('ROLLBACK');
      }),
    leftInConnections: async () => (pool === undefined ? [] : leftIn(databaseUrl)),
    async drop() {
      await backup?.drop();
      await made.drop();
    },
  };
}

/** Transactions at once, each of which holds one of the server's connections. */
async function leftIn(url: string): Promise<string[]> {
  const holding = Promise.withResolvers<void>();
  let held = 0;
  const each = Array.from({ length: POOLED }, () =>
    withConnection(url, async (connection) => {
      await connection.query('BEGIN');
      const { rows } = await connection.query<{ left: string }>(LEFT);
      if (++held === POOLED) holding.resolve();
      await holding.promise;
      await connection.query('ROLLBACK');
      return rows.map(({ left }) => left);
    }),
  );
  return (await Promise.all(each)).flat();
}
