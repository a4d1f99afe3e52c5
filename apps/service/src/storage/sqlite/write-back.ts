import { Worker } from 'node:worker_threads';
import type { StatementSync } from 'node:sqlite';
import type { WrittenBack } from './write-back-thread.ts';

/** So many pages of the write-ahead log are written back into the database at once. */
export const PAGES = 1000;
/** From here on SQLite itself does it, within a commit: only where the thread cannot, or does not keep up. */
export const LAST_RESORT_PAGES = 4 * PAGES;
/** Asking how long the log is costs little, but not nothing. */
const COMMITS_A_LOOK = 4;
/** Who writes all the time is not waited for. */
const ROUNDS = 3;

export interface WriteBack {
  /** After each commit. */
  committed(): void;
  /** Where so many pages wait to be written back, settles when they have been, or cannot be. */
  below(pages: number): Promise<void>;
}

/**
 * Writing the log back waits for the disk several times, for pages that lie far apart, and SQLite would have the commit that makes it long
 * enough do it: everything in this process would stand still. A thread does it instead, while others read and write.
 */
export function writeBack(file: string, sql: (text: string) => Pick<StatementSync, 'get'>): WriteBack {
  let underWay: Promise<void> | undefined;
  let commits = 0;

  function waiting(): number {
    try {
      const { log, checkpointed } = sql('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number };
      return log - checkpointed;
    } catch {
      // Another process has the database. There will be a next look.
      return 0;
    }
  }

  const begin = (): Promise<void> =>
    onThread(file).finally(() => {
      underWay = undefined;
    });

  async function below(pages: number): Promise<void> {
    if (underWay === undefined && waiting() < pages) return;
    // Until nothing is left that was written meanwhile: then the next commit begins at the log's beginning.
    for (let round = 0; round < ROUNDS; round++) {
      await (underWay ??= begin());
      if (waiting() === 0) return;
    }
  }

  return {
    committed() {
      if (++commits % COMMITS_A_LOOK === 0) void below(PAGES);
    },
    below,
  };
}

/** One for all databases of this process, from the first time on that it is needed. It keeps a process from ending only while it works. */
let thread: Worker | undefined;
let asked = 0;
const answers = new Map<number, () => void>();

function onThread(file: string): Promise<void> {
  const id = ++asked;
  const done = new Promise<void>((resolve) => answers.set(id, resolve));
  thread ??= startThread();
  thread.ref();
  thread.postMessage({ id, file });
  return done;
}

function startThread(): Worker {
  const started = new Worker(new URL('./write-back-thread.ts', import.meta.url));
  function settle(ids: readonly number[]): void {
    for (const id of ids) {
      answers.get(id)?.();
      answers.delete(id);
    }
    if (answers.size === 0) started.unref();
  }
  // What it could not do is done by a later look, or by SQLite as a last resort.
  const ended = (): void => {
    if (thread === started) thread = undefined;
    settle([...answers.keys()]);
  };
  started.on('message', ({ id }: WrittenBack) => settle([id]));
  started.on('error', ended).on('exit', ended);
  return started;
}
