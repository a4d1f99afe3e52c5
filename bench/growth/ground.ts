import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openStore, type StoreOptions } from '../../apps/service/src/storage/open-store.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { fillStatements, filledId, type Filling } from '../../apps/service/src/storage/suite/fill.ts';
import { DAY } from '../../apps/service/src/storage/suite/samples.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import type { StoreKind } from '../api/stage.ts';
import { showProgress } from '../prints.ts';
import { serverTime } from './processor-time.ts';

export const DAYS = 30;
/** Sessions that one statement makes. */
const PIECE = 50_000;
/** What a session takes on the disk with all that hangs on it, its share of the write-ahead log included. */
const BYTES_A_SESSION = 4000;

/** A store of one size that is open, and what is in it. */
export interface Ground {
  readonly store: Store;
  readonly sessions: number;
  readonly now: number;
  /** The id and the time of the session of this number, the oldest first. */
  readonly filled: (i: number) => { readonly id: string; readonly createdAt: number };
  /** Processor time of the database server so far, in ms; an embedded store has none of its own. */
  readonly serverMs: () => Promise<number>;
}

/** How stores of one kind are made. */
export type MakeGround = (sessions: number) => Promise<Ground>;

export async function groundsOf(kind: StoreKind, cleanup: AsyncDisposableStack): Promise<MakeGround> {
  const server = kind === 'postgres' ? await startPostgres() : undefined;
  if (server !== undefined) cleanup.defer(() => server.remove());
  return async (sessions) => {
    requireRoom(sessions);
    const dataDir = mkdtempSync(join(tmpdir(), 'authly-growth-'));
    cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    const databaseUrl = server && (await createDatabase(server.url)).url;
    const options: StoreOptions = { dataDir, databaseUrl, environment: 'test' };
    const store = await openStore(options);
    cleanup.defer(() => store.close());
    // Far enough ahead of a new database's first days that all of these lie in parts of their own.
    const now = Math.floor(Date.now() / DAY) * DAY + (DAYS + 10) * DAY;
    for (let day = 0; day <= DAYS; day++) await store.sessions.keepDays(0, now - (DAYS - day) * DAY);
    const filling: Filling = { kind, sessions, now, days: DAYS };
    await fill(options, filling);
    const serverMs = databaseUrl === undefined ? () => Promise.resolve(0) : await serverTime(databaseUrl, cleanup);
    return { store, sessions, now, filled: (i) => filledId(filling, i), serverMs };
  };
}

function requireRoom(sessions: number): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < sessions * BYTES_A_SESSION)
    throw new Error(
      `${tmpdir()} has no room for ${sessions} sessions: name another folder in TMPDIR, or smaller --sizes`,
    );
}

async function fill({ dataDir, databaseUrl }: StoreOptions, filling: Filling): Promise<void> {
  const { run, close } = databaseUrl === undefined ? fillFile(dataDir) : await fillServer(databaseUrl);
  for (let from = 0; from < filling.sessions; from += PIECE) {
    const to = Math.min(from + PIECE, filling.sessions);
    for (const text of fillStatements(filling, from, to)) await run(text);
    showProgress(`${filling.kind}: filled with ${to} of ${filling.sessions} sessions`, to === filling.sessions);
  }
  await close();
}

interface Filler {
  readonly run: (text: string) => unknown;
  readonly close: () => unknown;
}

function fillFile(folder: string): Filler {
  const db = new DatabaseSync(join(folder, 'authly.db'));
  db.exec('PRAGMA synchronous = OFF');
  return {
    run: (text) => db.exec(text),
    close: () => {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}

async function fillServer(url: string): Promise<Filler> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    run: (text) => client.query(text),
    close: async () => {
      // As autovacuum leaves a table that has been there for a while.
      await client.query('VACUUM ANALYZE');
      await client.query('CHECKPOINT');
      await client.end();
    },
  };
}
