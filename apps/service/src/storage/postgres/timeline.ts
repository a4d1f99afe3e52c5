import type { ClientBase } from 'pg';
import { StoreUnavailableError } from '../port/store.ts';

/** Null on a standby. The first eight digits of a file of the write-ahead log are its timeline. */
const TIMELINE = `SELECT CASE WHEN NOT pg_is_in_recovery()
  THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;

/** Each promotion raises the timeline. A primary on a lower one lacks what was written since. */
export class Timeline {
  #highest = 0;
  #accepted = new WeakSet<ClientBase>();

  accepted(client: ClientBase): boolean {
    return this.#accepted.has(client);
  }

  askAgain(): void {
    this.#accepted = new WeakSet();
  }

  /** Throws unless the server takes writes on the highest timeline so far, or a higher one. */
  async require(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
    const { timeline } = rows[0]!;
    if (timeline === null) throw new StoreUnavailableError('read_only', 'none of the database servers takes writes');
    const number = Number.parseInt(timeline, 16);
    if (number < this.#highest) throw oldTimeline(number, this.#highest);
    if (number > this.#highest) this.askAgain();
    this.#highest = number;
    this.#accepted.add(client);
  }
}

const oldTimeline = (number: number, highest: number): StoreUnavailableError =>
  new StoreUnavailableError(
    'old_timeline',
    `the database went back to timeline ${number} from ${highest}, so acknowledged sessions may be lost: see "A primary that went back" in docs/guides/backups.md before you restart this process`,
  );
