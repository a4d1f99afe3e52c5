import type { DatabaseSync } from 'node:sqlite';

const AGAIN_AFTER_MS = 500;

/** Older pages hold erased bytes until the log is emptied. That fails while another connection reads, so it is retried. */
export class WriteAheadLog {
  readonly #db: DatabaseSync;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Never blocks: retries later while another connection reads. */
  empty(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#db.isOpen || isEmptied(this.#db)) return;
    this.#timer = setTimeout(() => this.empty(), AGAIN_AFTER_MS);
    this.#timer.unref();
  }

  emptyIfDue(): void {
    if (this.#timer !== undefined) this.empty();
  }
}

function isEmptied(db: DatabaseSync): boolean {
  const { timeout } = db.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  try {
    // The thread would block while SQLite waits for a reader.
    db.exec('PRAGMA busy_timeout = 0');
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()!['busy'] === 0;
  } catch {
    // Inside a transaction of the merchant's own.
    return false;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}
