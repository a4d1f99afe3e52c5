import { LIMITS } from '@authly/contract/wire/limits';
import type { Instant, Session } from '../session/session.ts';
import { StoreUnavailableError, type SessionEventRow, type SessionStore } from '../storage/port/store.ts';

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
export function sessionPoll(
  sessions: Pick<SessionStore, 'find' | 'events' | 'list'>,
  { since, merchantId, warn }: PollOptions,
): () => Promise<SessionMove[]> {
  let known = new Map<string, { readonly events: number; readonly status: Session['status'] }>();
  let hasWarned = false;

  async function recentSessions(): Promise<Session[]> {
    const found: Session[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const listed = await sessions.list({ merchantId, beforeId: found.at(-1)?.id, limit: PAGE });
      found.push(...listed);
      if (listed.length < PAGE || listed.at(-1)!.createdAt < since - LIFETIME_MS) return found;
    }
    if (!hasWarned) warn(`only the newest ${PAGE * MAX_PAGES} sessions are watched`);
    hasWarned = true;
    return found;
  }

  /** The changes since the last call, in the order of their time. If the store is down, the next call retries. */
  return async () => {
    const next: typeof known = new Map();
    const moves: SessionMove[] = [];
    try {
      for (const { id, status, endedAt } of await recentSessions()) {
        const before = known.get(id);
        if (before !== undefined) next.set(id, before);
        if (before?.status === status || (endedAt !== null && endedAt < since)) continue;
        const events = await sessions.events(id);
        // Read after its events: the session is at least as new as the last of them.
        const session = await sessions.find(id);
        if (session === undefined) continue;
        const news = events.slice(before?.events ?? 0).filter(({ at }) => at >= since);
        moves.push(...news.map((event) => ({ ...event, session })));
        next.set(id, { events: events.length, status: events.at(-1)?.to ?? status });
      }
      known = next;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      warn(error.message);
      return [];
    }
    return moves.sort((a, b) => a.at - b.at);
  };
}
