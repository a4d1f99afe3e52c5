import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Batch } from '../batch.ts';
import { isBusy, sqliteError } from './errors.ts';

const BUSY_TIMEOUT_MS = 5000;
const BUSY_RETRY_MS = 5;
/** Holds the upper levels of every index of millions of sessions. A small store takes as little as it has. */
const CACHE_KIB = 32 * 1024;

/**
 * One connection with its prepared statements. Its calls are synchronous, so nothing of this process comes between their steps. SQLite would
 * also wait synchronously for another process's write lock, and stop the event loop: instead it fails at once, and `answer` tries again.
 */
export interface Database {
  readonly file: string;
  /** The statement for this text, prepared once. */
  sql(text: string): StatementSync;
  exec(text: string): void;
  /** Takes the write lock first. Fails at once while another process has it. */
  transaction<T>(work: () => T): T;
  /** Several reads of one snapshot. */
  reading<T>(work: () => T): T;
  /** Runs work for a caller of the port, and again while another process holds the database. Errors are those of the port. */
  answer<T>(work: () => T): Promise<T>;
  /** `answer` of a `transaction`. */
  answerAtomically<T>(work: () => T): Promise<T>;
  /** As `answerAtomically`, for frequent writes: those of one turn of the event loop share a commit. */
  groupCommit<T>(work: () => T): Promise<T>;
  close(): void;
}

/** `FULL`: an answered write survives a power cut. `NORMAL`: it survives the end of the process, and costs no fsync. */
export function openDatabase(
  file: string,
  synchronous: 'FULL' | 'NORMAL',
  busyTimeoutMs: number = BUSY_TIMEOUT_MS,
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
      // A full disk makes SQLite roll back by itself.
      if (db.isTransaction) sql('ROLLBACK').run();
      throw error;
    }
  }

  async function answer<T>(work: () => T): Promise<T> {
    const deadline = performance.now() + busyTimeoutMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw sqliteError(error, file);
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
    answerAtomically: (work) => answer(() => transaction(work)),
    groupCommit: <T>(work: () => T) => writes.add(work) as Promise<T>,
    close: () => {
      if (!db.isOpen) return;
      // There is no later turn to try again in, so the last commit waits for another process here.
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      writes.flush();
      statements.clear();
      db.close();
    },
  };
}

function connect(file: string, synchronous: 'FULL' | 'NORMAL', busyTimeoutMs: number): DatabaseSync {
  try {
    // SQLite gives its side files the mode of the database.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
    const db = new DatabaseSync(file, { timeout: 0 });
    useWriteAheadLog(db, busyTimeoutMs);
    // What is erased is overwritten with zeros, not only forgotten.
    db.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON; PRAGMA cache_size = ${-CACHE_KIB}`);
    return db;
  } catch (error) {
    throw sqliteError(error, file);
  }
}

/** When several processes open a new file at once, SQLite lets all but one fail here, whatever the timeout. */
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
