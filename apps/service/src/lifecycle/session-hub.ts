import { isFinal } from '@authly/contract/wire/states';
import type { Clock } from '../runtime/clock.ts';
import type { Session } from '../session/session.ts';
import type { SessionStore } from '../storage/port/store.ts';
import { readSession } from './advance-session.ts';
import { repeat } from '../runtime/repeat.ts';
import { WatchedSession, type HasChanged, type Subscriber } from './watched-session.ts';

/** A notification can be lost with a database connection, so every watched session is compared with the store about this often. */
const COMPARE_ALL_MS = 10_000;
/** Each round compares one part of the sessions. */
const ROUNDS = 20;

const statusChanged: HasChanged = (now, seen) => now.status !== seen.status;

/** The confirmation of the join changes no status, but page and app show it. */
export const statusOrJoinChanged: HasChanged = (now, seen) =>
  now.status !== seen.status || now.join?.confirmed !== seen.join?.confirmed;

/** Long polls and event streams share one subscription to the store. */
export class SessionHub {
  readonly #context: { readonly sessions: SessionStore; readonly clock: Clock };
  readonly #watched = new Map<string, WatchedSession>();
  /** New sessions come last. */
  #round = this.#watched.entries();
  readonly #unsubscribe: () => void;
  readonly #stopComparing: () => Promise<void>;
  #draining = false;

  constructor(context: { sessions: SessionStore; clock: Clock }) {
    this.#context = context;
    this.#unsubscribe = context.sessions.onChange((id) => this.#watched.get(id)?.wake());
    // If the store is down, the next round retries.
    const rounds = { clock: context.clock, everyMs: COMPARE_ALL_MS / ROUNDS, onError: () => {} };
    this.#stopComparing = repeat(rounds, () => this.#compareNext());
  }

  /** Calls the subscriber after each change of one session. Returns how to unsubscribe. */
  subscribe(session: Session, subscriber: Subscriber): () => void {
    if (this.#draining) {
      subscriber.over();
      return () => {};
    }
    const watched = this.#watched.get(session.id) ?? this.#watch(session.id);
    return watched.add(session, subscriber);
  }

  /** Resolves with the session when it changes, when the wait is over or when the client disconnects. */
  async waitForChange(
    session: Session,
    silenceMs: number,
    disconnected: AbortSignal,
    hasChanged: HasChanged = statusChanged,
  ): Promise<Session | undefined> {
    if (isFinal(session.status)) return session;
    const { promise, resolve: changed } = Promise.withResolvers<Session | undefined>();
    const over = (): void => changed(undefined);
    if (disconnected.aborted) over();
    disconnected.addEventListener('abort', over, { once: true });
    const unsubscribe = this.subscribe(session, { silenceMs, hasChanged, changed, silent: over, over });
    const current = await promise;
    unsubscribe();
    disconnected.removeEventListener('abort', over);
    return current ?? readSession(this.#context.sessions, session.id, this.#context.clock.now());
  }

  /** Ends every wait. A later wait ends at once. */
  drain(): void {
    this.#draining = true;
    for (const watched of this.#watched.values()) watched.end();
    void this.#stopComparing();
    this.#unsubscribe();
  }

  #watch(id: string): WatchedSession {
    const watched = new WatchedSession(id, { ...this.#context, onEmpty: () => this.#watched.delete(id) });
    this.#watched.set(id, watched);
    return watched;
  }

  /** Reads a share of the sessions in one query. */
  async #compareNext(): Promise<void> {
    const count = Math.ceil(this.#watched.size / ROUNDS);
    const next: [string, WatchedSession][] = [];
    for (const entry of this.#round) {
      next.push(entry);
      if (next.length === count) break;
    }
    if (next.length < count) this.#round = this.#watched.entries();
    if (next.length === 0) return;
    const summaries = await this.#context.sessions.summaries(next.map(([id]) => id));
    const byId = new Map(summaries.map((summary) => [summary.id, summary]));
    for (const [id, watched] of next) watched.compare(byId.get(id));
  }
}
