import { isFinal } from '@authly/contract/states';
import type { Clock } from '../clock.ts';
import type { Session } from '../session/session.ts';
import { readSession } from './advance-session.ts';
import type { SessionStore } from '../storage/store.ts';

/**
 * A change notice can be lost, for instance while a database connection is renewed; a waiting reader looks again after this time.
 * Hundreds of open pages wait at once: their looking again is most of what they cost while nothing happens.
 */
const LOOK_AGAIN_MS = 10_000;

export type Differs = (now: Session, seen: Session) => boolean;
const byStatus: Differs = (now, seen) => now.status !== seen.status;
/** What page and app look for: the person's confirmation is no move, but both show it. */
export const byStatusOrJoin: Differs = (now, seen) =>
  now.status !== seen.status || now.join?.confirmed !== seen.join?.confirmed;

/** Waits for sessions to change: one subscription to the store, however many readers wait. */
export class SessionWatch {
  readonly #sessions: SessionStore;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #unsubscribe: () => void;
  #draining = false;

  constructor({ sessions, clock }: { sessions: SessionStore; clock: Clock }) {
    this.#sessions = sessions;
    this.#clock = clock;
    this.#unsubscribe = sessions.onChange((id) => this.#wake(id));
  }

  /** The session once it differs from what it was or is final, or as it stands when the wait is over or the reader has disconnected. */
  async changed(
    session: Session,
    waitMs: number,
    disconnected: AbortSignal,
    differs: Differs = byStatus,
  ): Promise<Session | undefined> {
    const until = this.#clock.elapsed() + waitMs;
    let current: Session | undefined = session;
    for (;;) {
      // Registered before the session is read: a change in between wakes it at once instead of being missed.
      const look = this.#look(current, until, disconnected);
      // One reading of the clock: should the wait end while the session is read, it is read once more, as it stands then.
      const isOver = this.#clock.elapsed() >= until;
      current = await readSession(this.#sessions, session.id, this.#clock.now());
      if (current === undefined || this.#settled(current, session, differs) || isOver || disconnected.aborted) {
        look.cancel();
        return current;
      }
      await look.due;
    }
  }

  /** True once the process drains: streams end instead of waiting on. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Ends every wait at once, and lets no new one begin. */
  drain(): void {
    this.#draining = true;
    for (const id of this.#waiting.keys()) this.#wake(id);
    this.#unsubscribe();
  }

  #settled(session: Session, seen: Session, differs: Differs): boolean {
    return this.#draining || isFinal(session.status) || differs(session, seen);
  }

  /** Due at a change, when the session's own clock runs out, when the wait is over, or when the reader goes. */
  #look(session: Session, until: number, disconnected: AbortSignal): { due: Promise<void>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wakers = this.#waiting.get(session.id) ?? new Set();
    this.#waiting.set(session.id, wakers);
    const end = (): void => {
      cancelTimer();
      disconnected.removeEventListener('abort', end);
      wakers.delete(end);
      if (wakers.size === 0 && this.#waiting.get(session.id) === wakers) this.#waiting.delete(session.id);
      resolve();
    };
    const ownEnd = (session.processingDeadline ?? session.expiresAt) - this.#clock.now();
    const cancelTimer = this.#clock.after(Math.min(until - this.#clock.elapsed(), ownEnd, LOOK_AGAIN_MS), end);
    disconnected.addEventListener('abort', end, { once: true });
    wakers.add(end);
    return { due: promise, cancel: end };
  }

  #wake(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake();
  }
}
