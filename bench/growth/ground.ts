import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type StoreOptions } from '../../apps/service/src/storage/open-store.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { filledId, type Filling } from '../../apps/service/src/storage/suite/fill.ts';
import { DAY } from '../../apps/service/src/storage/suite/samples.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import type { StoreKind } from '../api/stage.ts';
import { fill } from './fill.ts';
import { serverTime } from './processor-time.ts';

export const DAYS = 30;
/** What a session takes on the disk with all that hangs on it. */
const BYTES_A_SESSION = { sqlite: 1000, postgres: 1600 };
/** Of write-ahead logs, and what a small store takes. */
const BYTES_BESIDES = 2e9;

/** A store of one size that is open, and what is in it. */
export interface Ground {
  readonly store: Store;
  /** Where an embedded store lies. */
  readonly folder: string;
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
    const dataDir = mkdtempSync(join(tmpdir(), 'authly-growth-'));
    cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    const databaseUrl = server && (await createDatabase(server.url)).url;
    const options: StoreOptions = { dataDir, databaseUrl, environment: 'test' };
    const empty = await openStore(options);
    // Far enough ahead of a new database's first days that all of these lie in parts of their own.
    const now = Math.floor(Date.now() / DAY) * DAY + (DAYS + 10) * DAY;
    for (let day = 0; day <= DAYS; day++) await empty.sessions.maintainPartitions(0, now - (DAYS - day) * DAY);
    await empty.close();
    const filling: Filling = { kind, sessions, now, days: DAYS };
    await fill(options, filling);
    const store = await openStore(options);
    cleanup.defer(() => store.close());
    const serverMs = databaseUrl === undefined ? () => Promise.resolve(0) : await serverTime(databaseUrl, cleanup);
    return { store, folder: dataDir, sessions, now, filled: (i) => filledId(filling, i), serverMs };
  };
}

/** Before anything is filled: it would be a pity to find out after an hour. */
export function requireRoom(kind: StoreKind, sizes: readonly number[]): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = sizes.reduce((sum, size) => sum + size * BYTES_A_SESSION[kind], BYTES_BESIDES);
  if (bavail * bsize >= needed) return;
  const [wants, has] = [needed, bavail * bsize].map((bytes) => (bytes / 1e9).toFixed(1));
  throw new Error(
    `${kind} with ${sizes.join(', ')} sessions takes about ${wants} GB, and ${tmpdir()} has ${has} GB free: name another folder in TMPDIR, or smaller --sizes`,
  );
}
