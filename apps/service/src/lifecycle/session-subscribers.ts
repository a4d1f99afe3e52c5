import type { Session } from '../session/session.ts';
import type { SessionStore, Standing } from '../storage/store.ts';

/** Who waits for a session to change. */
export interface Subscriber {
  /** The session as it read it last. */
  readonly seen: Session;
  /** It may have changed: read it. */
  wake(): void;
}

/** All subscribers of this process, by session. */
export class SessionSubscribers {
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  /** Goes round and round; a new subscriber is at its end. */
  #round: Iterator<[string, Set<Subscriber>]> = this.#subscribers.entries();

  /** Sessions with a subscriber. */
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

  /** Reads the standing of the next `count` sessions in one statement, and wakes the subscribers that saw another. */
  async lookAgain(store: Pick<SessionStore, 'standings'>, count: number): Promise<void> {
    const looked = this.#next(count);
    if (looked.length === 0) return;
    const standings = new Map((await store.standings(looked)).map((standing) => [standing.id, standing]));
    for (const id of looked) {
      const standing = standings.get(id);
      for (const subscriber of this.#subscribers.get(id) ?? [])
        if (isNews(subscriber.seen, standing)) subscriber.wake();
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

const isNews = ({ status, join }: Session, standing: Standing | undefined): boolean =>
  standing?.status !== status || standing.confirmed !== (join?.confirmed ?? false);

/** Whether a session has changed since a subscriber read it, in what that subscriber waits for. */
export type HasChanged = (now: Session, seen: Session) => boolean;

export const statusChanged: HasChanged = (now, seen) => now.status !== seen.status;

/** For page and app: the person's confirmation is no move, but both show it. */
export const statusOrJoinChanged: HasChanged = (now, seen) =>
  now.status !== seen.status || now.join?.confirmed !== seen.join?.confirmed;
