import { LIMITS } from '@authly/contract/limits';
import type { Instant, Session } from '../../session/session.ts';
import { StoreUnavailableError, type SessionEventRow, type SessionStore } from '../../storage/store.ts';

const PAGE = 200;
const MAX_PAGES = 5;
const LIFETIME_MS = LIMITS.sessionLifetimeMaxS * 1000;

export interface SessionMove extends SessionEventRow {
  readonly session: Session;
}

interface PollOptions {
  /** Earlier changes are left out. */
  readonly since: Instant;
  readonly merchantId?: string | undefined;
  readonly warn: (text: string) => void;
}

/** Lists the recent sessions again and again, and reads the events of those that have changed. */
export class SessionPoll {
  readonly #sessions: Pick<SessionStore, 'find' | 'events' | 'list'>;
  readonly #options: PollOptions;
  #known: ReadonlyMap<string, { readonly events: number; readonly status: Session['status'] }> = new Map();
  #hasWarned = false;

  constructor(sessions: Pick<SessionStore, 'find' | 'events' | 'list'>, options: PollOptions) {
    this.#sessions = sessions;
    this.#options = options;
  }

  /** The changes since the last call, in the order of their time. If the store is down, the next call retries. */
  async next(): Promise<SessionMove[]> {
    const known = new Map(this.#known);
    const moves: SessionMove[] = [];
    try {
      const recent = await this.#recent();
      for (const { id, status, endedAt } of recent) {
        if (known.get(id)?.status === status || (endedAt !== null && endedAt < this.#options.since)) continue;
        const events = await this.#sessions.events(id);
        // Read after its events: the session is at least as new as the last of them.
        const session = await this.#sessions.find(id);
        if (session === undefined) continue;
        const news = events.slice(known.get(id)?.events ?? 0).filter(({ at }) => at >= this.#options.since);
        moves.push(...news.map((event) => ({ ...event, session })));
        known.set(id, { events: events.length, status: events.at(-1)?.to ?? status });
      }
      const listed = new Set(recent.map(({ id }) => id));
      this.#known = new Map([...known].filter(([id]) => listed.has(id)));
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.#options.warn(error.message);
      return [];
    }
    return moves.sort((a, b) => a.at - b.at);
  }

  async #recent(): Promise<Session[]> {
    const { since, merchantId, warn } = this.#options;
    const found: Session[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const listed = await this.#sessions.list({ merchantId, beforeId: found.at(-1)?.id, limit: PAGE });
      found.push(...listed);
      if (listed.length < PAGE || listed.at(-1)!.createdAt < since - LIFETIME_MS) return found;
    }
    if (!this.#hasWarned) warn(`only the newest ${PAGE * MAX_PAGES} sessions are watched`);
    this.#hasWarned = true;
    return found;
  }
}
