import type { Environment } from '../runtime/environment.ts';
import { withCredentialsOf } from '../config/database-address.ts';
import { fileText } from '../config/setting-reader.ts';
import type { MigrationReport } from './migration.ts';
import { CHANNEL, Changes } from './postgres/changes.ts';
import { openDatabase, type Database } from './postgres/database.ts';
import { hasTable, migrateDatabase, MIGRATIONS, requireMigrated, withConnection } from './postgres/migrate.ts';
import { postgresRateWindows } from './postgres/rate-windows.ts';
import { postgresOutbox } from './postgres/outbox.ts';
import { postgresSessions } from './postgres/sessions.ts';
import { postgresTables } from './postgres/postgres-tables.ts';
import { markedEnvironment, markEnvironment, refuseOtherEnvironment } from './postgres/environment-marker.ts';
import { NO_TIMELINE } from './postgres/timeline.ts';
import { StoreUnavailableError, type OpenOptions, type Store } from './port/store.ts';
import { tableStores } from './tables/stores.ts';

export interface PostgresOptions extends OpenOptions {
  readonly url: string;
  /** The file of `url`. It is read again when the database refuses the password. */
  readonly urlFile?: string | undefined;
  /** The address of the server if `url` is a pool: Authly listens on no pool. */
  readonly listenUrl?: string | undefined;
}

const NOTIFY = { text: `SELECT pg_notify('${CHANNEL}', $1)` };

const notHearing = (mustBeSet: boolean): string =>
  mustBeSet
    ? 'notifications do not arrive, so changes are seen late: AUTHLY_DATABASE_URL points to a connection pool. Set AUTHLY_DATABASE_LISTEN_URL to the database server itself'
    : 'notifications do not arrive, so changes are seen late: the connection for them is down, or AUTHLY_DATABASE_LISTEN_URL is not the same database';

const READ_ONLY = { text: "SELECT current_setting('transaction_read_only')::boolean AS read_only" };
const NOW = { text: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now' };

export async function openPostgresStore({
  url,
  urlFile,
  listenUrl,
  environment,
  migrate = true,
  onError = () => {},
  onQuery,
}: PostgresOptions): Promise<Store> {
  await using opened = new AsyncDisposableStack();
  const readUrl = (): string => (urlFile === undefined ? undefined : fileText(urlFile)?.trim()) || url;
  if (migrate) await migratePostgres(readUrl(), environment, onError);
  const isPooled = await withConnection(readUrl(), async (connection, pooled) => {
    await refuseOtherEnvironment(connection, environment);
    await requireMigrated(connection);
    await markEnvironment(connection, environment);
    return pooled;
  });
  const db = opened.adopt(openDatabase({ readUrl, isPooled, onError, onQuery }), (each) => each.close());
  const listens = listenUrl !== undefined || !isPooled;
  const changes = await Changes.open({
    readUrl: () => (listenUrl === undefined ? readUrl() : withCredentialsOf(readUrl(), listenUrl)),
    listens,
    notify: (payload) => db.query(NOTIFY, [payload]),
    timeline: db.timeline,
    onError,
  });
  if (db.timeline.isUnknown) onError(new Error(NO_TIMELINE));
  const store = storeOn(db, changes, { environment, isPooled, listens });
  opened.move();
  return store;
}

/** With an environment, a store of the other one is rejected before anything is applied. */
export const migratePostgres = (
  url: string,
  environment?: Environment,
  onWait?: (line: Error) => void,
): Promise<MigrationReport> =>
  withConnection(url, async (connection) => {
    if (environment !== undefined) await refuseOtherEnvironment(connection, environment);
    const report = await migrateDatabase(connection, MIGRATIONS, { onWait });
    if (environment !== undefined) await markEnvironment(connection, environment);
    return report;
  });

export const postgresEnvironment = (url: string): Promise<Environment | undefined> =>
  withConnection(url, markedEnvironment);

export const postgresHasKeys = (url: string): Promise<boolean> =>
  withConnection(
    url,
    async (connection) =>
      (await hasTable(connection, 'keys')) && (await connection.query('SELECT 1 FROM keys LIMIT 1')).rowCount === 1,
  );

type Connected = Pick<Store, 'environment' | 'isPooled'> & { readonly listens: boolean };

const storeOn = (db: Database, changes: Changes, { environment, isPooled, listens }: Connected): Store => ({
  kind: 'postgres',
  hasOwnClock: true,
  environment,
  isPooled,
  sessions: postgresSessions(db, changes),
  ...tableStores(postgresTables(db), postgresOutbox(db)),
  rateWindows: postgresRateWindows(db),
  async check() {
    // The connection pool may have led each connection to another server.
    if (isPooled) db.timeline.askAgain();
    // Writes nothing: every process asks, many times a minute.
    const isReadOnly = (await db.query(READ_ONLY)).rows[0]!['read_only'] as boolean;
    if (isReadOnly) throw new StoreUnavailableError('read_only', 'the database takes no writes');
    return [...(changes.isHearing ? [] : [notHearing(!listens)]), ...(db.timeline.isUnknown ? [NO_TIMELINE] : [])];
  },
  load: () => ({ connections: db.connections(), isHearing: changes.isHearing }),
  // Autovacuum reuses the space of erased rows.
  forgetErased: async () => true,
  now: async () => Number((await db.query(NOW)).rows[0]!['now']),
  close: async () => {
    await changes.close();
    await db.close();
  },
});
