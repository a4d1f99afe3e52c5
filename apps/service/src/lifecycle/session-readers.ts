import type { Session } from '../session/session.ts';
import type { SessionStore, Standing } from '../storage/store.ts';

/** Somebody who waits for a session to change. */
export interface Reader {
  /** The session as it read it last. */
  readonly seen: Session;
  /** It may have changed: read it. */
  wake(): void;
}

/** All who wait in this process, by session. */
export class SessionReaders {
  readonly #readers = new Map<string, Set<Reader>>();
  /** Goes through all of them again and again; who comes meanwhile is met at its end. */
  #round: Iterator<[string, Set<Reader>]> = this.#readers.entries();

  /** How many sessions are waited for. */
  get size(): number {
    return this.#readers.size;
  }

  add(id: string, reader: Reader): void {
    const readers = this.#readers.get(id);
    if (readers) readers.add(reader);
    else this.#readers.set(id, new Set([reader]));
  }

  remove(id: string, reader: Reader): void {
    const readers = this.#readers.get(id);
    if (readers?.delete(reader) && readers.size === 0) this.#readers.delete(id);
  }

  wake(id: string): void {
    for (const reader of this.#readers.get(id) ?? []) reader.wake();
  }

  wakeAll(): void {
    for (const id of this.#readers.keys()) this.wake(id);
  }

  /** Asks the store how the next so many sessions stand, all in one question, and wakes those who saw something else. */
  async lookAgain(store: Pick<SessionStore, 'standings'>, count: number): Promise<void> {
    const looked = this.#next(count);
    if (looked.length === 0) return;
    const standings = new Map((await store.standings(looked)).map((standing) => [standing.id, standing]));
    for (const id of looked) {
      const standing = standings.get(id);
      for (const reader of this.#readers.get(id) ?? []) if (isNews(reader.seen, standing)) reader.wake();
    }
  }

  #next(count: number): string[] {
    const ids: string[] = [];
    while (ids.length < count) {
      const { value, done } = this.#round.next();
      if (done) {
        this.#round = this.#readers.entries();
        break;
      }
      ids.push(value[0]);
    }
    return ids;
  }
}

const isNews = ({ status, join }: Session, standing: Standing | undefined): boolean =>
  standing?.status !== status || standing.confirmed !== (join?.confirmed ?? false);
