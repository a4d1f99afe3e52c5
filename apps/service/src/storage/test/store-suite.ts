import { afterEach, beforeEach, describe } from 'vitest';
import { openStore } from '../open-store.ts';
import { audit } from './audit.ts';
import { attempts } from './attempts.ts';
import { bioAttempts } from './bio-attempts.ts';
import { changes } from './changes.ts';
import { consoleAccess } from './console.ts';
import { creation } from './creation.ts';
import { counts } from './counts.ts';
import { failedRequests } from './failed-requests.ts';
import { keys } from './keys.ts';
import { merchants } from './merchants.ts';
import { moves } from './moves.ts';
import { opening, type Below } from './opening.ts';
import { processes } from './processes.ts';
import { rateWindows } from './rate-windows.ts';
import { reading } from './reading.ts';
import { records } from './records.ts';
import { retention } from './retention.ts';
import { runningProcesses } from './running-processes.ts';
import { twoAtOnce } from './two-at-once.ts';
import { webhooks } from './webhooks.ts';
import type { EmptyDatabase, Fixture } from './fixture.ts';

/** Creates a database for one test. */
export interface EmptyDatabases {
  empty(): Promise<EmptyDatabase>;
  /** Has the tables of all migrations, without rows. */
  migrated(): Promise<EmptyDatabase>;
}

const PROMISES: Readonly<Record<string, (fixture: () => Fixture, below: Below) => void>> = {
  creating: creation,
  moving: moves,
  reading,
  retention,
  changes,
  'merchants and clients': merchants,
  keys,
  'rate windows': rateWindows,
  attempts,
  'attempts to call merchants': bioAttempts,
  webhooks,
  'the audit log': audit,
  'console sign-ins': consoleAccess,
  counts,
  'two at once': twoAtOnce,
  'running processes': runningProcesses,
  'failed requests': failedRequests,
  'settings, check': records,
  opening,
  processes,
};

/** Tests every promise of the port. Each test has a new database with two open stores. */
export function storeSuite(make: EmptyDatabases, below: Below): void {
  let current: Fixture;
  const databases: EmptyDatabase[] = [];
  const fixture = (): Fixture => current;
  const keep = (database: EmptyDatabase): EmptyDatabase => (databases.push(database), database);

  beforeEach(async () => {
    const database = keep(await make.migrated());
    const [store, other] = [await openStore(database.options), await openStore(database.options)];
    current = { database, store, other, empty: async () => keep(await make.empty()) };
  });
  afterEach(async () => {
    await Promise.all([current.store.close(), current.other.close()]);
    for (const database of databases.splice(0)) await database.remove();
  });

  describe.each(Object.entries(PROMISES))('%s', (_what, promises) => {
    promises(fixture, below);
  });
}
