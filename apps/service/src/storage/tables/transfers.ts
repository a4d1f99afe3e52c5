import type { MovedRow, TransferStore } from '../port/transfers.ts';
import { SESSION_COLUMNS } from '../session-rows.ts';
import { change } from './audit.ts';
import { KEY } from './keys.ts';
import { FIELDS } from './merchants.ts';
import { changesOne, run, type Row, type Tables, type Value, type Work } from './table-access.ts';
import { DELIVERY } from './webhooks.ts';

/** Sessions, or idempotency keys, that are read at once. */
const PAGE = 200;

interface Moved {
  readonly columns: readonly string[];
  /** Which rows belong to the merchant, `$1`, or to the sessions of a page. */
  readonly where: string;
}

const OF_MERCHANT: Readonly<Record<string, Moved>> = {
  merchants: { columns: FIELDS.map(([, column]) => column), where: 'id = $1' },
  merchant_logos: { columns: ['merchant_id', 'id', 'bytes'], where: 'merchant_id = $1' },
  clients: {
    columns: ['id', 'merchant_id', 'scopes', 'revoked_at', 'created_at'],
    where: 'merchant_id = $1 ORDER BY created_at, id',
  },
  client_secrets: {
    columns: ['client_id', 'hash', 'created_at'],
    where: 'client_id IN (SELECT id FROM clients WHERE merchant_id = $1) ORDER BY seq',
  },
  webhook_endpoints: {
    columns: ['merchant_id', 'url', 'ca_pem', 'created_at', 'failing_since', 'disabled_at', 'paused_at', 'tests'],
    where: 'merchant_id = $1',
  },
  webhook_secrets: { columns: ['id', 'merchant_id', 'sealed', 'created_at'], where: 'merchant_id = $1 ORDER BY seq' },
};

const SESSIONS: Moved = { columns: SESSION_COLUMNS, where: 'merchant_id = $1 AND id > $2 ORDER BY id LIMIT $3' };
const OF_PAGE = 'IN (SELECT id FROM sessions WHERE merchant_id = $1 AND id > $2 AND id <= $3)';
const OF_SESSIONS: Readonly<Record<string, Moved>> = {
  session_events: {
    columns: ['session_id', 'seq', 'event', 'from_status', 'to_status', 'at'],
    where: `session_id ${OF_PAGE} ORDER BY session_id, seq`,
  },
  bio_attempts: { columns: ['session_id', 'attempts'], where: `session_id ${OF_PAGE}` },
  webhook_outbox: { columns: DELIVERY.columns, where: `session_id ${OF_PAGE} AND delivered_at IS NULL` },
};
const CLAIMS: Moved = {
  columns: ['merchant_id', 'endpoint', 'key', 'fingerprint', 'session_id', 'claimed_at'],
  where: 'merchant_id = $1 AND claimed_at > $2 AND (endpoint, key) > ($3, $4) ORDER BY endpoint, key LIMIT $5',
};
const MOVED: Readonly<Record<string, Moved>> = {
  ...OF_MERCHANT,
  sessions: SESSIONS,
  ...OF_SESSIONS,
  idempotency_claims: CLAIMS,
};

const FINISH = 'UPDATE merchants SET imported_at = $2 WHERE id = $1 AND imported_at IS NULL';

/** Postgres has booleans where SQLite has numbers. */
const plain = (value: unknown): MovedRow['row'][string] =>
  typeof value === 'boolean' ? Number(value) : value instanceof Uint8Array ? new Uint8Array(value) : (value as Value);

const movedRow = (table: string, { columns }: Moved, row: Row): MovedRow => ({
  table,
  row: Object.fromEntries(columns.map((column) => [column, plain(row[column])])),
});

/** Statements of several rows, one for each table. `isRepeated`: rows that are there already stay. */
function* insert(rows: readonly MovedRow[], isRepeated: boolean): Work<void> {
  for (const [table, some] of Map.groupBy(rows, (each) => each.table)) {
    const { columns } = MOVED[table]!;
    const row = (_: unknown, i: number): string =>
      `(${columns.map((_column, j) => `$${i * columns.length + j + 1}`).join(', ')})`;
    const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${some.map(row).join(', ')}`;
    const values = some.flatMap((each) => columns.map((column) => each.row[column] ?? null));
    yield* run(isRepeated ? `${text} ON CONFLICT DO NOTHING` : text, values);
  }
}

export const transferTable = (tables: Tables): TransferStore => {
  async function read(table: string, moved: Moved, values: readonly Value[]): Promise<MovedRow[]> {
    const { rows } = await tables.query(
      `SELECT ${moved.columns.join(', ')} FROM ${table} WHERE ${moved.where}`,
      values,
    );
    return rows.map((row) => movedRow(table, moved, row));
  }
  const readAll = async (of: Readonly<Record<string, Moved>>, values: readonly Value[]): Promise<MovedRow[]> =>
    (await Promise.all(Object.entries(of).map(([table, moved]) => read(table, moved, values)))).flat();

  return {
    merchant: (merchantId) => readAll(OF_MERCHANT, [merchantId]),
    async *sessions(merchantId, claimedSince) {
      for (let after = ''; ; ) {
        const sessions = await read('sessions', SESSIONS, [merchantId, after, PAGE]);
        if (sessions.length === 0) break;
        const last = sessions.at(-1)!.row['id'] as string;
        yield [...sessions, ...(await readAll(OF_SESSIONS, [merchantId, after, last]))];
        after = last;
      }
      for (let after = ['', '']; ; ) {
        const rows = await read('idempotency_claims', CLAIMS, [merchantId, claimedSince, ...after, PAGE]);
        if (rows.length === 0) return;
        yield rows;
        const { endpoint, key } = rows.at(-1)!.row;
        after = [endpoint as string, key as string];
      }
    },
    count: async (merchantId) =>
      (await tables.query('SELECT count(*) AS count FROM sessions WHERE merchant_id = $1', [merchantId])).rows[0]![
        'count'
      ] as number,
    begin: (rows, keys) =>
      tables.transaction(function* () {
        const taken = rows.filter(({ table }) => table === 'merchants' || table === 'clients');
        for (const { table, row } of taken)
          if ((yield* run(`SELECT 1 FROM ${table} WHERE id = $1`, [row['id']!])).count > 0) return false;
        yield* insert(rows, false);
        for (const key of keys) yield* run(KEY.insert, KEY.valuesOf(key));
        return true;
      }),
    add: (rows) => tables.transaction(() => insert(rows, true)),
    finish: (merchantId, at, entry) => change(tables, entry, () => changesOne(FINISH, [merchantId, at])),
  };
};
