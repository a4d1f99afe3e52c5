import type { StatementSync } from 'node:sqlite';

/** Runs work in a transaction that it shares with whatever else came in at the same time. Settles once that is on the disk. */
export type Together = <T>(work: () => T) => Promise<T>;

/** What this needs of a database. */
export interface Transactions {
  readonly sql: (text: string) => Pick<StatementSync, 'run'>;
  readonly transaction: <T>(work: () => T) => T;
  readonly isTransaction: () => boolean;
}

interface Job {
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waiting for the disk is nearly all that a small write costs, and nothing else runs meanwhile. So the writes of one turn
 * of the event loop wait once, together: each is whole or absent by its own savepoint, and none is answered before the commit.
 */
export function groupCommit(
  db: Transactions,
  describe: (error: unknown) => unknown,
): { together: Together; flush: () => void } {
  let waiting: Job[] = [];

  function flush(): void {
    const jobs = waiting;
    waiting = [];
    if (jobs.length === 0) return;
    try {
      for (const answer of db.transaction(() => jobs.map(run))) answer();
    } catch (error) {
      for (const { reject } of jobs) reject(describe(error));
    }
  }

  /** Gives the answer to hand out after the commit. */
  function run({ work, resolve, reject }: Job): () => void {
    db.sql('SAVEPOINT job').run();
    try {
      const result = work();
      db.sql('RELEASE job').run();
      return () => resolve(result as never);
    } catch (error) {
      // A full disk makes SQLite roll back everything by itself: then all fail for that reason.
      if (!db.isTransaction()) throw error;
      db.sql('ROLLBACK TO job').run();
      db.sql('RELEASE job').run();
      return () => reject(describe(error));
    }
  }

  return {
    together: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject });
        // After all requests that have already arrived.
        if (waiting.length === 1) setImmediate(flush);
      }),
    flush,
  };
}
