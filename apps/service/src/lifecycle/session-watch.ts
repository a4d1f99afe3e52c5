import { isFinal } from '@authly/contract/states';
import type { Clock } from '../config/clock.ts';
import { clockMoveTime } from '../session/move.ts';
import type { Session } from '../session/session.ts';
import { readSession } from './advance-session.ts';
import { FollowedSession, type Follower, type WatchContext } from './followed-session.ts';
import { SessionSubscribers, statusChanged, type HasChanged, type Subscriber } from './session-subscribers.ts';
import type { SessionStore } from '../storage/store.ts';

/** A change notice can be lost, for instance while a database connection is renewed: every session with a subscriber is read again about this often, in parts. */
const LOOK_AGAIN_MS = 10_000;
const LOOKS = 20;

/** Waits for sessions to change: one subscription to the store, however many subscribers there are. */
export class SessionWatch {
  readonly #subscribers = new SessionSubscribers();
  readonly #context: WatchContext;
  readonly #unsubscribe: () => void;
  #cancelLook: () => void = () => {};
  #draining = false;

  constructor({ sessions, clock }: { sessions: SessionStore; clock: Clock }) {
    this.#context = { sessions, clock, subscribers: this.#subscribers, isDraining: () => this.#draining };
    this.#unsubscribe = sessions.onChange((id) => this.#subscribers.wake(id));
    this.#planLook();
  }

  /** The session once it has changed or is final, or as it stands when the wait is over or the subscriber has disconnected. */
  async changed(
    session: Session,
    waitMs: number,
    disconnected: AbortSignal,
    hasChanged: HasChanged = statusChanged,
  ): Promise<Session | undefined> {
    const until = this.#context.clock.elapsed() + waitMs;
    let current: Session | undefined = session;
    for (;;) {
      // Registered before the session is read: a change in between wakes it at once instead of being missed.
      const look = this.#look(current, until, disconnected);
      // One reading of the clock: should the wait end while the session is read, it is read once more, as it stands then.
      const isOver = this.#context.clock.elapsed() >= until;
      try {
        current = await readSession(this.#context.sessions, session.id, this.#context.clock.now());
      } catch (error) {
        look.cancel();
        throw error;
      }
      if (current === undefined || this.#settled(current, session, hasChanged) || isOver || disconnected.aborted) {
        look.cancel();
        return current;
      }
      await look.due;
    }
  }

  /** Tells somebody of each change from now on, until the session has ended, the process drains, or what is returned is called. */
  follow(session: Session, follower: Follower): () => void {
    const followed = new FollowedSession(session, follower, this.#context);
    followed.start();
    return () => followed.stop();
  }

  /** Ends every wait at once, and lets no new one begin. */
  drain(): void {
    this.#draining = true;
    this.#subscribers.wakeAll();
    this.#cancelLook();
    this.#unsubscribe();
  }

  #settled(session: Session, seen: Session, hasChanged: HasChanged): boolean {
    return this.#draining || isFinal(session.status) || hasChanged(session, seen);
  }

  /** Due at a change, when the session's own clock runs out, when the wait is over, or when the subscriber goes. */
  #look(session: Session, until: number, disconnected: AbortSignal): { due: Promise<void>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => {
      cancelTimer();
      disconnected.removeEventListener('abort', end);
      this.#subscribers.remove(session.id, subscriber);
      resolve();
    };
    const subscriber: Subscriber = { seen: session, wake: end };
    const left = Math.min(until - this.#context.clock.elapsed(), clockMoveTime(session) - this.#context.clock.now());
    const cancelTimer = this.#context.clock.after(left, end);
    disconnected.addEventListener('abort', end, { once: true });
    this.#subscribers.add(session.id, subscriber);
    return { due: promise, cancel: end };
  }

  #planLook(): void {
    if (this.#draining) return;
    this.#cancelLook = this.#context.clock.after(LOOK_AGAIN_MS / LOOKS, () => void this.#lookAgain());
  }

  async #lookAgain(): Promise<void> {
    // A store that is away is looked at again in the next round; who has to answer sooner asks for itself.
    await this.#subscribers
      .lookAgain(this.#context.sessions, Math.ceil(this.#subscribers.size / LOOKS))
      .catch(() => undefined);
    this.#planLook();
  }
}
