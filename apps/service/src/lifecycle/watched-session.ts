import { isFinal } from '@authly/contract/wire/states';
import type { Clock } from '../runtime/clock.ts';
import { clockMoveTime } from '../session/move.ts';
import type { Session } from '../session/session.ts';
import type { SessionStore, SessionSummary } from '../storage/port/store.ts';
import { readSession } from './advance-session.ts';

/** Whether a session has changed for a subscriber since it saw the session. */
export type HasChanged = (now: Session, seen: Session) => boolean;

/** Waits for a session to change: a long poll or an open page. */
export interface Subscriber {
  /** The longest time without a call. */
  readonly silenceMs: number;
  readonly hasChanged: HasChanged;
  changed(session: Session): void;
  /** Nothing has changed for `silenceMs`. */
  silent(): void;
  /** The last call: the session has ended or could not be read, or the process drains. */
  over(): void;
}

interface Subscription {
  readonly subscriber: Subscriber;
  seen: Session;
  calledAt: number;
  cancelTimer: () => void;
}

/** Calls that are due within this time happen in one turn of the event loop. */
const BATCH_MS = 25;

interface WatchOptions {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  /** The last subscriber has gone. */
  readonly onEmpty: () => void;
}

/** One session and its subscribers, which share one read for each change. */
export class WatchedSession {
  readonly #id: string;
  readonly #sessions: SessionStore;
  readonly #clock: Clock;
  readonly #onEmpty: () => void;
  readonly #subscriptions = new Set<Subscription>();
  #isReading = false;
  #isOutdated = false;

  constructor(id: string, { sessions, clock, onEmpty }: WatchOptions) {
    this.#id = id;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#onEmpty = onEmpty;
  }

  /** Returns how to unsubscribe. */
  add(seen: Session, subscriber: Subscriber): () => void {
    const subscription = { subscriber, seen, calledAt: this.#clock.elapsed(), cancelTimer: () => {} };
    this.#subscriptions.add(subscription);
    this.#rest(subscription);
    // The session may have changed since the subscriber read it.
    this.wake();
    return () => this.#remove(subscription);
  }

  /** The session may have changed: read it. */
  wake(): void {
    if (this.#isReading) this.#isOutdated = true;
    else void this.#read();
  }

  /** Wakes if a subscriber has missed a change. */
  compare(summary: SessionSummary | undefined): void {
    const isNews = ({ seen: { status, join } }: Subscription): boolean =>
      summary?.status !== status || summary.confirmed !== (join?.confirmed ?? false);
    if ([...this.#subscriptions].some(isNews)) this.wake();
  }

  end(): void {
    for (const subscription of this.#subscriptions) {
      this.#remove(subscription);
      subscription.subscriber.over();
    }
  }

  #remove(subscription: Subscription): void {
    if (!this.#subscriptions.delete(subscription)) return;
    subscription.cancelTimer();
    if (this.#subscriptions.size === 0) this.#onEmpty();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    this.#isOutdated = false;
    // A subscriber that comes during the read may have seen a newer session, unless this is the last status.
    const before = [...this.#subscriptions];
    // After a failed read the clients ask again, and that request returns the error.
    const current = await readSession(this.#sessions, this.#id, this.#clock.now()).catch(() => undefined);
    this.#isReading = false;
    if (current === undefined) return this.end();
    const isEnd = isFinal(current.status);
    for (const each of isEnd ? this.#subscriptions : before)
      if (this.#subscriptions.has(each)) this.#tell(each, current);
    if (isEnd) return this.end();
    if (this.#isOutdated && this.#subscriptions.size > 0) this.wake();
  }

  #tell(subscription: Subscription, current: Session): void {
    const { subscriber, seen } = subscription;
    subscription.seen = current;
    if (subscriber.hasChanged(current, seen)) {
      subscription.calledAt = this.#batch();
      subscriber.changed(current);
    }
    this.#rest(subscription);
  }

  /** Waits until the subscriber has to be called, or the session's time is over. */
  #rest(subscription: Subscription): void {
    subscription.cancelTimer();
    if (!this.#subscriptions.has(subscription)) return;
    const { seen, calledAt, subscriber } = subscription;
    const silenceEnds = calledAt + subscriber.silenceMs - this.#clock.elapsed();
    const left = Math.min(silenceEnds, clockMoveTime(seen) - this.#clock.now());
    subscription.cancelTimer = this.#clock.after(left, () => this.#onTime(subscription));
  }

  #onTime(subscription: Subscription): void {
    const { seen, calledAt, subscriber } = subscription;
    if (this.#clock.elapsed() >= calledAt + subscriber.silenceMs) {
      subscription.calledAt = this.#batch();
      subscriber.silent();
    }
    // After a read the subscription rests again.
    if (this.#clock.now() >= clockMoveTime(seen)) this.wake();
    else this.#rest(subscription);
  }

  /** Rounded down, so that no silence gets longer. */
  #batch(): number {
    return Math.floor(this.#clock.elapsed() / BATCH_MS) * BATCH_MS;
  }
}
