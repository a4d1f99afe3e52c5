import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openStore, type StoreOptions } from '../../../apps/service/src/storage/open-store.ts';
import type { Store } from '../../../apps/service/src/storage/port/store.ts';
import { filledId, type Filling } from '../../../apps/service/src/storage/test/fill.ts';
import { DAY } from '../../../apps/service/src/storage/test/samples.ts';
import { createDatabase, startPostgres } from '../../../test/postgres-server.ts';
import type { StoreKind } from '../bench.ts';
import { ownMs, postgresTime } from '../processor-time.ts';
import { fill } from './fill.ts';

const DAYS = 30;

export interface FilledStore {
  readonly store: Store;
  readonly options: StoreOptions;
  readonly sessions: number;
  readonly merchants: number;
  readonly now: number;
  /** Bytes on disk, including events, claims, deliveries and indexes. */
  readonly bytesPerSession: number;
  /** The session of this number, the oldest first. */
  readonly sessionAt: (i: number) => { readonly id: string; readonly createdAt: number };
  /** Processor time so far, in milliseconds: of this process, and of Postgres where it is the store. */
  readonly cpuMs: () => number;
}

interface StoreSize {
  readonly sessions: number;
  readonly merchants?: number;
  /** Statements that fill other tables. */
  readonly more?: readonly string[];
}

/** Stores of several sizes, each with a month of ended sessions. */
export async function filledStores(
  kind: StoreKind,
  sizes: readonly StoreSize[],
  cleanup: AsyncDisposableStack,
): Promise<FilledStore[]> {
  const server = kind === 'postgres' ? await startPostgres() : undefined;
  if (server !== undefined) cleanup.defer(() => server.remove());
  const serverMs = server ? await postgresTime(server.url) : () => 0;
  const cpuMs = (): number => ownMs() + serverMs();
  const stores: FilledStore[] = [];
  for (const { sessions, merchants = 0, more = [] } of sizes) {
    const dataDir = mkdtempSync(join(tmpdir(), 'authly-growth-'));
    cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    const databaseUrl = server && (await createDatabase(server.url)).url;
    const options: StoreOptions = { dataDir, databaseUrl, environment: 'test' };
    // Far enough ahead that a new database's first days hold none of these sessions.
    const now = Math.floor(Date.now() / DAY) * DAY + (DAYS + 10) * DAY;
    const empty = await openStore(options);
    for (let day = 0; day <= DAYS; day++) await empty.sessions.prepare(now - (DAYS - day) * DAY);
    await empty.close();
    const emptyBytes = await sizeOf(options);
    const filling: Filling = { kind, sessions, now, days: DAYS };
    await fill(options, filling, more);
    const bytesPerSession = ((await sizeOf(options)) - emptyBytes) / sessions;
    const store = await openStore(options);
    cleanup.defer(() => store.close());
    stores.push({
      store,
      options,
      sessions,
      merchants,
      now,
      bytesPerSession,
      sessionAt: (i) => filledId(filling, i),
      cpuMs,
    });
  }
  return stores;
}

/** Of the tables and indexes; the write-ahead log does not grow with the store. */
async function sizeOf({ dataDir, databaseUrl }: StoreOptions): Promise<number> {
  if (databaseUrl === undefined) return statSync(join(dataDir, 'authly.db')).size;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  await client.end();
  return Number(rows[0]!.bytes);
}
