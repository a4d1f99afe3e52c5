import type { Together } from './group-commit.ts';

/** What this needs of a database. */
export interface Readings {
  readonly reading: <T>(work: () => T) => T;
  readonly answer: <T>(work: () => T) => Promise<T>;
}

interface Job {
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Small readings of one turn of the event loop, one after the other under one lock of the file: taking it and giving it back costs as much
 * as a row does.
 */
export function groupRead(db: Readings): Together {
  let waiting: Job[] = [];

  function flush(): void {
    const jobs = waiting;
    waiting = [];
    let results: unknown[];
    try {
      results = jobs.length === 1 ? [jobs[0]!.work()] : db.reading(() => jobs.map(({ work }) => work()));
    } catch {
      // Whichever it was: each by itself, and again while another process holds the database.
      for (const { work, resolve, reject } of jobs) db.answer(work).then(resolve as (result: unknown) => void, reject);
      return;
    }
    jobs.forEach(({ resolve }, i) => resolve(results[i] as never));
  }

  return (work) =>
    new Promise((resolve, reject) => {
      // After all requests that have already arrived.
      if (waiting.push({ work, resolve, reject }) === 1) setImmediate(flush);
    });
}
