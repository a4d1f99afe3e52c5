import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { migratedDatabase } from '../../../test/migrated-database.ts';
import type { TestDatabase } from '../../../test/postgres-server.ts';
import { IS_DEEP, IS_QUICK } from '../../../test/kind.ts';
import { TestService, type TestServiceOptions } from './running-service.ts';

export type StoreKind = 'sqlite' | 'postgres';

/** For tests whose subject is the store. */
const BOTH_STORES: readonly StoreKind[] = IS_QUICK ? ['sqlite'] : ['sqlite', 'postgres'];
/** For every other test of the service: SQLite in `npm test`, Postgres in `npm run test:deep`. */
export const ONE_STORE: StoreKind = IS_DEEP ? 'postgres' : 'sqlite';

/** One data folder and one database, shared by all services of the deployment. */
export interface Deployment {
  readonly kind: StoreKind;
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  /** Stopped at the end of the block. */
  start(options?: TestServiceOptions): Promise<TestService>;
}

export interface StoreFixture {
  readonly kind: StoreKind;
  /** A separate deployment. */
  another(): Promise<Deployment>;
  /** A service of the block's deployment. */
  start(options?: TestServiceOptions): Promise<TestService>;
}

/** Runs the tests on SQLite and on Postgres. Each block has an empty store. */
export const onBothStores = (promises: (place: StoreFixture) => void): void => onStores(BOTH_STORES, promises);

/** For files named `*.service.test.ts`: these run in `npm test` and again in `npm run test:deep`. */
export const onOneStore = (promises: (place: StoreFixture) => void): void => onStores([ONE_STORE], promises);

function onStores(kinds: readonly StoreKind[], promises: (place: StoreFixture) => void): void {
  describe.each(kinds)('on %s', (kind) => {
    const ends: (() => Promise<void>)[] = [];
    let own: Deployment;
    const another = async (): Promise<Deployment> => deploy(kind, ends);
    beforeAll(async () => {
      own = await another();
    });
    afterAll(async () => {
      for (const end of ends.toReversed()) await end();
    });
    promises({ kind, another, start: (options) => own.start(options) });
  });
}

async function deploy(kind: StoreKind, ends: (() => Promise<void>)[]): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'authly-test-'));
  ends.push(async () => rmSync(folder, { recursive: true, force: true }));
  const database: TestDatabase | undefined = kind === 'postgres' ? await migratedDatabase() : undefined;
  ends.push(async () => database?.drop());
  return {
    kind,
    folder,
    databaseUrl: database?.url,
    async start(options = {}) {
      const service = await TestService.start({ folder, databaseUrl: database?.url, ...options });
      ends.push(() => service.stop());
      return service;
    },
  };
}
