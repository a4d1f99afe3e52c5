import { types as builtIn, type ClientBase } from 'pg';
import type { Answer, Row, Value } from '../tables/tables.ts';
import { StoreUnavailableError } from '../store.ts';
import { postgresError } from './errors.ts';
import { PrimaryPool } from './primary.ts';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 5000;
/** For a server that no longer answers: later than its own timeout, so that the server speaks first while it lives. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2000;
/** SQLSTATE of a warning without a code of its own. */
const WARNING = '01000';

/** A statement; one with a name is prepared once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

export type Query = (statement: Statement, values?: readonly (Value | readonly Value[])[]) => Promise<Answer>;

export interface Database {
  readonly query: Query;
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const INT8: number = builtIn.builtins.INT8;
/** The driver returns 8-byte integers as text; ours are milliseconds and counts, which fit a number. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : builtIn.getTypeParser(oid, format)) as typeof builtIn.getTypeParser,
};

export function openDatabase(url: string, onError: (error: unknown) => void): Database {
  const pool = new PrimaryPool(
    url,
    {
      max: POOL_SIZE,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      application_name: 'authly',
      // A plan lives as long as its connection: one made for a nearly empty table would scan it when it has grown.
      options: '-c enable_seqscan=off',
      types,
    },
    onError,
  );
  return {
    query: (statement, values) => onConnection(pool, (query) => query(statement, values)),
    transaction: (work) =>
      onConnection(pool, async (query) => {
        await query({ text: 'BEGIN' });
        const result = await work(query);
        await query({ text: 'COMMIT' });
        return result;
      }),
    close: () => pool.end(),
  };
}

/** Closes a connection whose work failed, which also rolls its transaction back: it may be broken. */
async function onConnection<T>(pool: PrimaryPool, work: (query: Query) => Promise<T>): Promise<T> {
  let connection;
  try {
    connection = await pool.connect();
    const result = await work(queryOn(connection));
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
  (connection: ClientBase): Query =>
  async (statement, values = []) => {
    let isWarned = false;
    const onNotice = ({ code }: { readonly code?: string | undefined }): void => {
      isWarned ||= code === WARNING;
    };
    connection.on('notice', onNotice);
    try {
      const { rows, rowCount } = await connection.query<Row>({ ...statement, values: [...values] });
      if (isWarned) throw notReplicated();
      return { rows, count: rowCount ?? 0 };
    } finally {
      connection.off('notice', onNotice);
    }
  };

/**
 * A server that stops waiting for its synchronous standby reports success with a warning. The commit may be lost with that server, so the
 * caller must not be told that it is stored.
 */
const notReplicated = (): StoreUnavailableError =>
  new StoreUnavailableError('busy', 'the database warned that a standby did not confirm a commit');
