import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { isBusy, sqliteError } from './errors.ts';
import { groupCommit, type Together } from './group-commit.ts';
import { groupRead } from './group-read.ts';
import { patience } from './patience.ts';
import { LAST_RESORT_PAGES, writeBack } from './write-back.ts';

const BUSY_TIMEOUT_MS = 5000;
/** Of pages that were read: the upper levels of every index of millions of sessions stay there. A small store takes as little as it has. */
const CACHE_KIB = 32 * 1024;

/**
 * One connection with its prepared statements. The work itself is synchronous, so nothing of this process comes between its steps. SQLite
 * would wait for another process's write lock in the same way, and everything else with it: it is told not to wait, and the work is tried again.
 */
export interface Database {
  readonly file: string;
  /** The statement for this text, prepared once. */
  sql(text: string): StatementSync;
  /** The same, answering with rows as arrays of their values: half the time for a wide row that is read often. */
  values(text: string): StatementSync;
  exec(text: string): void;
  /** Several statements as one step, also against other processes: the write lock is taken first. Fails at once where another process has it. */
  transaction<T>(work: () => T): T;
  /** Several readings of one moment, whatever other processes write meanwhile. */
  reading<T>(work: () => T): T;
  isTransaction(): boolean;
  /** Runs work for a caller of the port, again while another process holds the database: what goes wrong is told in the port's words. */
  answer<T>(work: () => T): Promise<T>;
  /** `answer` of a `transaction`. */
  answerAtomically<T>(work: () => T): Promise<T>;
  /** As `answerAtomically`, but done without waiting for the disk: a power cut may undo it, if nothing was written after it that waited. */
  answerUnflushed<T>(work: () => T): Promise<T>;
  /** As `answerAtomically`, for the writes that come in crowds. */
  readonly answerTogether: Together;
  /** As `answer`, for the readings that come in crowds. */
  readonly readTogether: Together;
  /** Where so many pages of the write-ahead log wait to be written back, settles when they have been, or cannot be. */
  writtenBack(pages: number): Promise<void>;
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

  const valueStatements = new Map<string, StatementSync>();
  const values = (text: string): StatementSync => {
    let statement = valueStatements.get(text);
    if (statement === undefined) {
      valueStatements.set(text, (statement = db.prepare(text)));
      statement.setReturnArrays(true);
    }
    return statement;
  };

  const back = writeBack(file, sql);
  function transaction<T>(work: () => T): T {
    const result = within('BEGIN IMMEDIATE', work);
    back.committed();
    return result;
  }

  // The next commit that waits for the disk waits for this one too: both are in one log.
  function unflushed<T>(work: () => T): T {
    db.exec('PRAGMA synchronous = NORMAL');
    try {
      return transaction(work);
    } finally {
      db.exec(`PRAGMA synchronous = ${synchronous}`);
    }
  }

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
    let waiting: ReturnType<typeof patience> | undefined;
    for (;;) {
      try {
        return work();
      } catch (error) {
        const delay = isBusy(error) ? (waiting ??= patience(busyTimeoutMs)).nextDelay() : undefined;
        if (delay === undefined) throw sqliteError(error, file);
        await setTimeout(delay);
      }
    }
  }

  const reading = <T>(work: () => T): T => within('BEGIN', work);
  const isTransaction = (): boolean => db.isTransaction;
  const group = groupCommit({ sql, transaction, isTransaction }, (error) => sqliteError(error, file), busyTimeoutMs);

  return {
    file,
    sql,
    values,
    exec: (text) => db.exec(text),
    transaction,
    reading,
    isTransaction,
    answer,
    answerAtomically: (work) => answer(() => transaction(work)),
    answerUnflushed: (work) => answer(() => unflushed(work)),
    answerTogether: group.together,
    readTogether: groupRead({ reading, answer }),
    writtenBack: (pages) => back.below(pages),
    close: () => {
      if (!db.isOpen) return;
      // The last words of this connection: nothing is left to be held up by waiting for another process here.
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      group.flushLast();
      statements.clear();
      valueStatements.clear();
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
    db.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON; PRAGMA cache_size = ${-CACHE_KIB};
      PRAGMA wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
    return db;
  } catch (error) {
    throw sqliteError(error, file);
  }
}

/** Of several that open a new file at once, SQLite lets all but one fail here at once, timeout or not: they try again. */
function useWriteAheadLog(db: DatabaseSync, busyTimeoutMs: number): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
