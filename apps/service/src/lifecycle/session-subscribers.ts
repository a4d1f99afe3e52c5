import type { Session } from '../session/session.ts';
import type { SessionStore, SessionSummary } from '../storage/store.ts';

/** Waits for a session to change. */
export interface Subscriber {
  /** The session as it read it last. */
  readonly seen: Session;
  /** It may have changed: read it. */
  wake(): void;
}

/** All subscribers of this process, by session. */
export class SessionSubscribers {
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  /** Goes through all of them again and again; a new subscriber comes last. */
  #round: Iterator<[string, Set<Subscriber>]> = this.#subscribers.entries();

  /** How many sessions are waited for. */
  get size(): number {
    return this.#subscribers.size;
  }

  add(id: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(id);
    if (subscribers) subscribers.add(subscriber);
    else this.#subscribers.set(id, new Set([subscriber]));
  }

  remove(id: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(id);
    if (subscribers?.delete(subscriber) && subscribers.size === 0) this.#subscribers.delete(id);
  }

  wake(id: string): void {
    for (const subscriber of this.#subscribers.get(id) ?? []) subscriber.wake();
  }

  wakeAll(): void {
    for (const id of this.#subscribers.keys()) this.wake(id);
  }

  /** Compares the next `count` sessions with the store, in one query, and wakes subscribers that have missed a change. */
  async lookAgain(store: Pick<SessionStore, 'summaries'>, count: number): Promise<void> {
    const looked = this.#next(count);
    if (looked.length === 0) return;
    const summaries = new Map((await store.summaries(looked)).map((summary) => [summary.id, summary]));
    for (const id of looked) {
      const summary = summaries.get(id);
      for (const subscriber of this.#subscribers.get(id) ?? []) if (isNews(subscriber.seen, summary)) subscriber.wake();
    }
  }

  #next(count: number): string[] {
    const ids: string[] = [];
    while (ids.length < count) {
      const { value, done } = this.#round.next();
      if (done) {
        this.#round = this.#subscribers.entries();
        break;
      }
      ids.push(value[0]);
    }
    return ids;
  }
}

const isNews = ({ status, join }: Session, summary: SessionSummary | undefined): boolean =>
  summary?.status !== status || summary.confirmed !== (join?.confirmed ?? false);

/** Whether a session has changed since a subscriber read it, in what that subscriber waits for. */
export type HasChanged = (now: Session, seen: Session) => boolean;

export const statusChanged: HasChanged = (now, seen) => now.status !== seen.status;

/** For page and app: the person's confirmation is no move, but both show it. */
export const statusOrJoinChanged: HasChanged = (now, seen) =>
  now.status !== seen.status || now.join?.confirmed !== seen.join?.confirmed;
