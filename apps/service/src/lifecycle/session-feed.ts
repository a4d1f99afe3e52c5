import type { Clock } from '../config/clock.ts';
import type { Instant, Session } from '../session/session.ts';
import { StoreUnavailableError, type SessionEventRow, type SessionStore } from '../storage/store.ts';

/** One thing that happened to a session. No user ref, metadata or token. */
export interface FeedMove extends SessionEventRow {
  readonly sessionId: string;
  readonly merchantId: string;
  readonly mode: Session['mode'];
  /** With the move that ended it. */
  readonly failureCode: string | null;
}

export interface FeedOptions {
  readonly sessions: Pick<SessionStore, 'find' | 'events' | 'list' | 'onChange'>;
  readonly clock: Clock;
  /** Nothing that happened before is told. */
  readonly since: Instant;
  readonly merchantId?: string | undefined;
  readonly stopped: AbortSignal;
  /** Something will be missing, or was not there for a while. */
  readonly onTrouble?: (what: string) => void;
}

/** A creation is no change that the store tells of, and notices can be lost: so often the newest sessions are looked at. */
const LOOK_EVERY_MS = 1000;
const PAGE = 200;
const PAGES = 5;
/** Changes that wait to be read while whoever listens is slow. */
const MAX_CHANGED = 10_000;
/** Sessions whose moves so far are remembered: far more than are open at a time. */
const MAX_KNOWN = 100_000;

/** What happens to sessions, as it happens, whichever process does it. Ends when it is stopped. */
export class SessionFeed {
  readonly #options: FeedOptions;
  readonly #changed = new Set<string>();
  readonly #known = new Map<string, { readonly told: number; readonly status: Session['status'] }>();
  #tooMuch = false;
  #lookAt = 0;
  #wake: () => void = () => {};

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Batches in the order of their time. The next one is read only when it is asked for: a slow reader costs no memory. */
  async *moves(): AsyncGenerator<FeedMove[]> {
    const { sessions, stopped } = this.#options;
    const unsubscribe = sessions.onChange((id) => this.#note(id));
    const stop = (): void => this.#wake();
    stopped.addEventListener('abort', stop);
    try {
      while (!stopped.aborted) {
        const moves = await this.#read();
        if (moves.length > 0) yield moves;
        else await this.#somethingToDo();
      }
    } finally {
      stopped.removeEventListener('abort', stop);
      unsubscribe();
    }
  }

  #note(id: string): void {
    if (this.#changed.size < MAX_CHANGED) this.#changed.add(id);
    else this.#tooMuch = true;
    this.#wake();
  }

  async #read(): Promise<FeedMove[]> {
    const ids = new Set(this.#changed);
    this.#changed.clear();
    if (this.#tooMuch) this.#options.onTrouble?.('more happens than can be told: some of it is missing');
    this.#tooMuch = false;
    try {
      for (const id of await this.#newest()) ids.add(id);
      const moves: FeedMove[] = [];
      for (const id of ids) {
        moves.push(...(await this.#newMoves(id)));
        ids.delete(id);
      }
      return moves.sort((a, b) => a.at - b.at);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      // What was not read yet is read when the store is back.
      for (const id of ids) this.#changed.add(id);
      this.#options.onTrouble?.(error.message);
      await this.#pause();
      return [];
    }
  }

  /** Those that are new, or stand elsewhere than when they were seen. */
  async #newest(): Promise<string[]> {
    const { sessions, clock, merchantId, since, onTrouble } = this.#options;
    if (clock.elapsed() < this.#lookAt) return [];
    const found: string[] = [];
    let beforeId: string | undefined;
    for (let page = 0; page < PAGES; page++) {
      const listed = await sessions.list({ merchantId, beforeId, limit: PAGE });
      const news = listed.filter(
        ({ id, status, createdAt }) => createdAt >= since && this.#known.get(id)?.status !== status,
      );
      found.push(...news.map(({ id }) => id));
      if (news.length < PAGE) break;
      if (page === PAGES - 1) onTrouble?.(`only the newest ${PAGE * PAGES} sessions are told of`);
      beforeId = listed.at(-1)!.id;
    }
    this.#lookAt = clock.elapsed() + LOOK_EVERY_MS;
    return found;
  }

  async #newMoves(id: string): Promise<FeedMove[]> {
    const { sessions, merchantId, since } = this.#options;
    // The events first: the session is then at least as new as the last of them.
    const events = await sessions.events(id);
    const session = await sessions.find(id);
    if (session === undefined || (merchantId !== undefined && session.merchantId !== merchantId)) return [];
    const told = this.#known.get(id)?.told ?? 0;
    this.#remember(id, { told: events.length, status: events.at(-1)?.to ?? session.status });
    return events
      .slice(told)
      .filter(({ at }) => at >= since)
      .map((event) => ({
        ...event,
        sessionId: id,
        merchantId: session.merchantId,
        mode: session.mode,
        failureCode: event.to === session.status ? session.failureCode : null,
      }));
  }

  #remember(id: string, seen: { told: number; status: Session['status'] }): void {
    this.#known.delete(id);
    this.#known.set(id, seen);
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
  }

  /** A change, the next look, or the end. */
  async #somethingToDo(): Promise<void> {
    if (this.#changed.size > 0) return;
    await this.#until((done) => (this.#wake = done), this.#lookAt - this.#options.clock.elapsed());
  }

  #pause(): Promise<void> {
    return this.#until((done) => this.#options.stopped.addEventListener('abort', done, { once: true }), LOOK_EVERY_MS);
  }

  async #until(listen: (done: () => void) => void, ms: number): Promise<void> {
    if (this.#options.stopped.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    listen(resolve);
    const cancel = this.#options.clock.after(ms, resolve);
    await promise;
    cancel();
    this.#wake = () => {};
  }
}
