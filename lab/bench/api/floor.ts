import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreOptions } from '../../../apps/service/src/storage/open-store.ts';
import { addMerchant, withStore, type Client } from '../../fixture/merchants.ts';
import { COLLECT_GARBAGE, startProgram, type BenchFixture, type Server } from '../fixture.ts';

/** Settings of the floor's process. */
export interface FloorSettings {
  readonly folder: string;
  readonly databaseUrl?: string | undefined;
  readonly merchantId: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** The bare routes, in a separate process with a separate store. */
export async function startFloor(
  fixture: BenchFixture,
  count: number,
): Promise<{ server: Server; clients: readonly Client[] }> {
  const folder = join(fixture.folder, 'floor');
  mkdirSync(folder);
  const databaseUrl = await fixture.newDatabase();
  const stored: StoreOptions = { dataDir: folder, databaseUrl, environment: 'test' };
  const clients = await withStore(stored, (store) => addMerchant(store, {}, count));
  const settings = { folder, databaseUrl, merchantId: clients[0]!.merchantId };
  const server = await startProgram(fixture, 'api/floor-process.ts', settings, [
    '--disable-warning=ExperimentalWarning',
    ...COLLECT_GARBAGE,
  ]);
  return { server, clients };
}
