import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Batch } from '../batch.ts';
import { isBusy, sqliteError } from './errors.ts';

const BUSY_TIMEOUT_MS = 5000;
const BUSY_RETRY_MS = 5;
/** The upper levels of every index of millions of sessions fit. A small store uses less. */
const CACHE_KIB = 32 * 1024;

/** Calls are synchronous. Waiting for another process's write lock would block the event loop, so SQLite fails at once and `answer` retries. */
export interface Database {
  readonly file: string;
  sql(text: string): StatementSync;
  exec(text: string): void;
  /** Takes the write lock. Fails at once while another process has it. */
  transaction<T>(work: () => T): T;
  /** Reads one snapshot. */
  reading<T>(work: () => T): T;
  /** Retries while another process holds the database. Throws errors of the port. */
  answer<T>(work: () => T): Promise<T>;
  /** `answer` of a `transaction`. Writes of one turn of the event loop share a commit. */
  groupCommit<T>(work: () => T): Promise<T>;
  close(): void;
}

/** `FULL`: a finished write survives a power failure. `NORMAL`: it survives the end of the process and needs no fsync. */
export function openDatabase(
  file: string,
  synchronous: 'FULL' | 'NORMAL',
  busyTimeoutMs: number = BUSY_TIMEOUT_MS,
  onQuery: (seconds: number) => void = () => {},
): Database {
  const db = connect(file, synchronous, busyTimeoutMs);
  const statements = new Map<string, StatementSync>();
  const sql = (text: string): StatementSync => {
    let statement = statements.get(text);
    if (statement === undefined) statements.set(text, (statement = db.prepare(text)));
    return statement;
  };

  function within<T>(begin: string, work: () => T): T {
    sql(begin).run();
    try {
      const result = work();
      sql('COMMIT').run();
      return result;
    } catch (error) {
      // On a full disk SQLite has already rolled back.
      if (db.isTransaction) sql('ROLLBACK').run();
      throw error;
    }
  }

  async function answer<T>(work: () => T): Promise<T> {
    const began = performance.now();
    for (;;) {
      try {
        const result = work();
        onQuery((performance.now() - began) / 1000);
        return result;
      } catch (error) {
        if (!isBusy(error) || performance.now() > began + busyTimeoutMs) throw sqliteError(error, file);
        await setTimeout(BUSY_RETRY_MS);
      }
    }
  }

  const transaction = <T>(work: () => T): T => within('BEGIN IMMEDIATE', work);
  const writes = new Batch<() => unknown, unknown>((works) =>
    answer(() => transaction(() => works.map((work) => work()))),
  );

  return {
    file,
    sql,
    exec: (text) => db.exec(text),
    transaction,
    reading: (work) => within('BEGIN', work),
    answer,
    groupCommit: <T>(work: () => T) => writes.add(work) as Promise<T>,
    close: () => {
      if (!db.isOpen) return;
      // The last commit waits for another process here, because nothing retries it.
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      writes.flush();
      statements.clear();
      db.close();
    },
  };
}

function connect(file: string, synchronous: 'FULL' | 'NORMAL', busyTimeoutMs: number): DatabaseSync {
  try {
    // SQLite gives its other files the mode of the database.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
    const db = new DatabaseSync(file, { timeout: 0 });
    useWriteAheadLog(db, busyTimeoutMs);
    // secure_delete overwrites erased rows with zeros.
    db.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON; PRAGMA cache_size = ${-CACHE_KIB}`);
    return db;
  } catch (error) {
    throw sqliteError(error, file);
  }
}

/** When several processes open a new file at once, SQLite fails here for all but one, whatever the timeout. */
function useWriteAheadLog(db: DatabaseSync, busyTimeoutMs: number): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS);
    }
  }
}
