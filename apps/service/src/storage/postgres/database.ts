import { Client, Pool, types as builtIn, type ClientConfig, type PoolClient } from 'pg';
import type { Row, Value } from '../rows.ts';
import { postgresError } from './errors.ts';

const POOL_SIZE = 10;
export const CONNECT_TIMEOUT_MS = 2000;
const STATEMENT_TIMEOUT_MS = 5000;
/** For a server that says nothing any more: later than its own timeout, so that this one speaks first while it lives. */
const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS;

/** A statement; one with a name is prepared once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  /** Rows come as arrays of their values: less work for a wide row that is read often. */
  readonly rowMode?: 'array';
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

/** The pool has one timeout for a turn and for a new connection; a host that does not answer shall show sooner. */
class QuickToConnect extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

export function openDatabase(url: string, onError: (error: unknown) => void): Database {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    // How long a call may wait for its turn: as long as the one before it may take.
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    Client: QuickToConnect,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'authly',
    types,
  });
  // An idle connection broke: the pool drops it and makes a new one when it is needed. Unheard, the event would end the process.
  pool.on('error', (error) => {
    // The driver hangs the whole connection on the error, which belongs in no log.
    delete (error as { client?: unknown }).client;
    if (!pool.ending) onError(postgresError(error));
  });
  return {
    query: queryOn(pool),
    transaction: (work) => transaction(pool, work),
    waiting: () => pool.waitingCount,
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

const queryOn =
  (connection: Pool | PoolClient): Query =>
  async (statement, values = []) => {
    try {
      const { rows, rowCount } = await connection.query<Row>({ ...statement, values: [...values] });
      return { rows, count: rowCount ?? 0 };
    } catch (error) {
      throw postgresError(error);
    }
  };

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
    broken = !(await query({ text: 'ROLLBACK' }).then(
      () => true,
      () => false,
    ));
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
