import { DatabaseError, type ClientBase } from 'pg';
import { StoreUnavailableError } from '../port/store.ts';
import { postgresError } from './errors.ts';

/** Returns null on a standby. The first eight digits of a file of the write-ahead log are its timeline. */
const TIMELINE = `SELECT CASE WHEN NOT pg_is_in_recovery()
  THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;
/** Asks a server that refuses to tell its timeline, as Aurora does, or lacks these functions. */
const WITHOUT_TIMELINE = "SELECT CASE WHEN current_setting('transaction_read_only') = 'off' THEN '0' END AS timeline";

export const NO_TIMELINE =
  'the database server does not tell its timeline, so this process cannot notice a primary that returned with older data';

/** Each promotion raises the timeline. A primary on a lower one lacks what was written since. */
export class Timeline {
  #highest = 0;
  #accepted = new WeakSet<ClientBase>();
  #isUnknown = false;

  /** The server does not tell it, so nothing is refused for it. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  accepted(client: ClientBase): boolean {
    return this.#accepted.has(client);
  }

  askAgain(): void {
    this.#accepted = new WeakSet();
  }

  /** Throws unless the server takes writes on the highest timeline so far, or a higher one. */
  async require(client: ClientBase): Promise<void> {
    const timeline = await this.#timelineOf(client);
    if (timeline === null) throw new StoreUnavailableError('read_only', 'none of the database servers takes writes');
    const number = Number.parseInt(timeline, 16);
    if (number < this.#highest) throw oldTimeline(number, this.#highest);
    if (number > this.#highest) this.askAgain();
    this.#highest = number;
    this.#accepted.add(client);
  }

  async #timelineOf(client: ClientBase): Promise<string | null> {
    const ask = async (text: string) => (await client.query<{ timeline: string | null }>(text)).rows[0]!.timeline;
    if (this.#isUnknown) return ask(WITHOUT_TIMELINE);
    try {
      return await ask(TIMELINE);
    } catch (error) {
      // An error of the connection, or of a server that stops, says nothing about its functions. A known timeline stays required.
      if (!(error instanceof DatabaseError) || postgresError(error) !== error || this.#highest > 0) throw error;
      const timeline = await ask(WITHOUT_TIMELINE);
      this.#isUnknown = true;
      return timeline;
    }
  }
}

const oldTimeline = (number: number, highest: number): StoreUnavailableError =>
  new StoreUnavailableError(
    'old_timeline',
    `the database went back to timeline ${number} from ${highest}, so acknowledged sessions may be lost: see "A primary that returned with older data" in docs/guides/backups.md before you restart this process`,
  );
