import type { StatementSync } from 'node:sqlite';
import { isBusy } from './errors.ts';
import { patience } from './patience.ts';

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
  /** Its turn comes again while another process holds the database, but not for ever. */
  waiting: ReturnType<typeof patience> | undefined;
}

/**
 * Waiting for the disk is nearly all that a small write costs, and nothing else runs meanwhile. So the writes of one turn
 * of the event loop wait once, together: each is whole or absent, and none is answered before the commit.
 */
export function groupCommit(
  db: Transactions,
  describe: (error: unknown) => unknown,
  busyTimeoutMs: number,
): { together: Together; flushLast: () => void } {
  let waiting: Job[] = [];
  let isScheduled = false;

  function flush(): void {
    isScheduled = false;
    const jobs = waiting;
    waiting = [];
    commit(jobs, (error) => (isBusy(error) ? putBack(jobs, error) : rejectAll(jobs, error)));
  }

  function commit(jobs: readonly Job[], onFailure: (error: unknown) => void): void {
    if (jobs.length === 0) return;
    let results: unknown[];
    try {
      results = db.transaction(() => jobs.map(({ work }) => work()));
    } catch (error) {
      if (isBusy(error) || jobs.length === 1) onFailure(error);
      else commitApart(jobs, onFailure);
      return;
    }
    jobs.forEach(({ resolve }, i) => resolve(results[i] as never));
  }

  /** One of them failed, and nothing is done yet: again, each behind a savepoint of its own. Those cost too much to be set for nothing. */
  function commitApart(jobs: readonly Job[], onFailure: (error: unknown) => void): void {
    try {
      for (const answer of db.transaction(() => jobs.map(run))) answer();
    } catch (error) {
      onFailure(error);
    }
  }

  /** Nothing of them was done. Whoever comes meanwhile waits with them. */
  function putBack(jobs: readonly Job[], error: unknown): void {
    const delays = jobs.map((job) => (job.waiting ??= patience(busyTimeoutMs)).nextDelay());
    rejectAll(
      jobs.filter((_, i) => delays[i] === undefined),
      error,
    );
    waiting = [...jobs.filter((_, i) => delays[i] !== undefined), ...waiting];
    if (waiting.length === 0 || isScheduled) return;
    isScheduled = true;
    setTimeout(flush, Math.min(...delays.filter((delay) => delay !== undefined)));
  }

  const rejectAll = (jobs: readonly Job[], error: unknown): void =>
    jobs.forEach(({ reject }) => reject(describe(error)));

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
        waiting.push({ work, resolve, reject, waiting: undefined });
        if (isScheduled) return;
        isScheduled = true;
        // After all requests that have already arrived.
        setImmediate(flush);
      }),
    /** Before the connection closes: what waits is done now or refused. */
    flushLast() {
      const jobs = waiting;
      waiting = [];
      commit(jobs, (error) => rejectAll(jobs, error));
    },
  };
}
