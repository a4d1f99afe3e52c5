import { types as builtIn, type ClientBase } from 'pg';
import type { Use } from '../../runtime/shares.ts';
import type { Answer, Row, Value } from '../tables/table-access.ts';
import { StoreUnavailableError } from '../port/store.ts';
import { postgresError } from './errors.ts';
import { PrimaryPool } from './primary.ts';
import { Timeline } from './timeline.ts';

export const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 5000;
/** Ends the wait for a server that does not respond. It is longer than the server's own timeout, which has the better message. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2000;
/** The function of the server that stopped waiting for its standby. SQLSTATE 01000 has many warnings, and their text is translated. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
}

export type Query = (statement: Statement, values?: readonly (Value | readonly Value[])[]) => Promise<Answer>;

export interface Database {
  readonly readUrl: () => string;
  readonly query: Query;
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  readonly timeline: Timeline;
  connections(): Use;
  close(): Promise<void>;
}

const INT8: number = builtIn.builtins.INT8;
/** The driver returns 8-byte integers as text. Ours are milliseconds and counts, which fit a number. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : builtIn.getTypeParser(oid, format)) as typeof builtIn.getTypeParser,
};

interface DatabaseOptions {
  readonly readUrl: () => string;
  /** A pool may give each transaction another connection. */
  readonly isPooled?: boolean;
  readonly onError: (error: unknown) => void;
  readonly onQuery?: ((seconds: number) => void) | undefined;
}

/** A pool rejects or forgets these. */
const SESSION_SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // A plan lasts as long as its connection. One made for an almost empty table would scan the table after it has grown.
  // Up to Postgres 17 a scan has an immense cost then, for which the server would compile each statement for seconds.
  options: '-c enable_seqscan=off -c jit=off',
};

export function openDatabase({ readUrl, isPooled = false, onError, onQuery = () => {} }: DatabaseOptions): Database {
  const timeline = new Timeline();
  const pool = new PrimaryPool(
    readUrl,
    {
      max: POOL_SIZE,
      query_timeout: QUERY_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      application_name: 'authly',
      ...(!isPooled && SESSION_SETTINGS),
      types,
    },
    onError,
    timeline,
  );
  const onOne = <T>(work: (query: Query) => Promise<T>): Promise<T> =>
    onConnection(pool, (connection) => work(queryOn(connection, isPooled, onQuery)));
  return {
    readUrl,
    query: (statement, values) => onOne((query) => query(statement, values)),
    transaction: (work) =>
      onOne(async (query) => {
        await query({ text: 'BEGIN' });
        const result = await work(query);
        await query({ text: 'COMMIT' });
        return result;
      }),
    timeline,
    connections: () => ({ ...pool.connections, limit: POOL_SIZE }),
    close: () => pool.end(),
  };
}

/** Closes a connection after a failure, which also rolls back its transaction. */
async function onConnection<T>(pool: PrimaryPool, work: (connection: ClientBase) => Promise<T>): Promise<T> {
  let connection;
  try {
    connection = await pool.connect();
    const result = await work(connection);
    connection.release();
    return result;
  } catch (error) {
    const described = postgresError(error);
    connection?.release(true);
    pool.searchAfter(described);
    throw described;
  }
}

const queryOn =
  (connection: ClientBase, isPooled: boolean, onQuery: (seconds: number) => void): Query =>
  async ({ name, text }, values = []) => {
    const began = performance.now();
    let isUnconfirmed = false;
    const onNotice = ({ routine }: { readonly routine?: string | undefined }): void => {
      isUnconfirmed ||= routine === STANDBY_WAIT;
    };
    connection.on('notice', onNotice);
    try {
      const { rows, rowCount } = await connection.query<Row>({
        // Behind a pool, a prepared statement may be unknown to the next connection or known already.
        ...(name !== undefined && !isPooled && { name }),
        text,
        values: [...values],
      });
      if (isUnconfirmed) throw notReplicated();
      return { rows, count: rowCount ?? 0 };
    } finally {
      connection.off('notice', onNotice);
      onQuery((performance.now() - began) / 1000);
    }
  };

/** The server stopped waiting for its synchronous standby. The commit may be lost with that server, so it must not count as stored. */
const notReplicated = (): StoreUnavailableError =>
  new StoreUnavailableError('busy', 'the database warned that a standby did not confirm a commit');
