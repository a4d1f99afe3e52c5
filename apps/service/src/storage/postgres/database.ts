import { Pool, types as builtIn, type PoolClient } from 'pg';
import type { Row, Value } from '../rows.ts';
import { StoreUnavailableError } from '../store.ts';
import { postgresError } from './errors.ts';
import { clientsTo, CONNECT_TIMEOUT_MS, type ServiceClient } from './primary.ts';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 5000;
/** For a server that says nothing any more: later than its own timeout, so that this one speaks first while it lives. */
const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS;

/** A statement; one with a name is prepared once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

export interface Answer {
  readonly rows: Row[];
  readonly count: number;
}

export type Query = (statement: Statement, values?: readonly (Value | readonly Value[])[]) => Promise<Answer>;

export interface Database {
  readonly query: Query;
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Calls that wait for a connection. */
  waiting(): number;
  close(): Promise<void>;
}

const INT8: number = builtIn.builtins.INT8;
/** Milliseconds fit a number by far; the driver would give them as text. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : builtIn.getTypeParser(oid, format)) as typeof builtIn.getTypeParser,
};

export function openDatabase(url: string, onError: (error: unknown) => void): Database {
  const pool = new Pool({
    max: POOL_SIZE,
    // How long a call may wait for its turn: as long as the one before it may take.
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    // The pool has one timeout for a turn and for a new connection: theirs is shorter.
    Client: clientsTo(url),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'authly',
    // A plan is kept for as long as its connection: one that was made while a table was nearly empty would read all of it later.
    options: '-c enable_seqscan=off',
    types,
  });
  // An idle connection broke: the pool drops it and makes a new one when it is needed. Unheard, the event would end the process.
  pool.on('error', (error) => {
    // The driver hangs the whole connection on the error, which belongs in no log.
    delete (error as { client?: unknown }).client;
    if (!pool.ending) onError(postgresError(error));
  });
  return {
    query: (statement, values) => onConnection(pool, (query) => query(statement, values)),
    transaction: (work) => transaction(pool, work),
    waiting: () => pool.waitingCount,
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

const queryOn =
  (connection: PoolClient): Query =>
  async (statement, values = []) => {
    try {
      const { rows, rowCount } = await connection.query<Row>({ ...statement, values: [...values] });
      if ((connection as unknown as ServiceClient).takeUnconfirmed()) throw notConfirmed();
      return { rows, count: rowCount ?? 0 };
    } catch (error) {
      throw postgresError(error);
    }
  };

/** It is written there, and may be lost with that server: nobody may be told that it is kept. */
const notConfirmed = (): StoreUnavailableError =>
  new StoreUnavailableError('busy', 'the standby of the database did not confirm a commit in time');

/** What failed takes its connection along: whether it is of any use is not known. */
async function onConnection<T>(pool: Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const connection = await connect(pool);
  let broken = true;
  try {
    const result = await work(queryOn(connection));
    broken = false;
    return result;
  } finally {
    connection.release(broken);
  }
}

async function transaction<T>(pool: Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const connection = await connect(pool);
  const query = queryOn(connection);
  let broken = true;
  try {
    await query({ text: 'BEGIN' });
    const result = await work(query);
    await query({ text: 'COMMIT' });
    broken = false;
    return result;
  } catch (error) {
    const isRolledBack = await query({ text: 'ROLLBACK' }).then(
      () => true,
      () => false,
    );
    // A server that takes no writes any more is left for the one that does.
    broken = !isRolledBack || (error instanceof StoreUnavailableError && error.reason === 'read_only');
    throw error;
  } finally {
    // A connection that may still be inside a transaction is thrown away.
    connection.release(broken);
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw postgresError(error);
  }
}
