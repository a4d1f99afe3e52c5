import { isFinal } from '@authly/contract/states';
import type { Clock } from '../config/clock.ts';
import { clockMoveTime } from '../session/move.ts';
import type { Session } from '../session/session.ts';
import type { SessionStore } from '../storage/store.ts';
import { readSession } from './advance-session.ts';
import { statusOrJoinChanged, type SessionSubscribers, type Subscriber } from './session-subscribers.ts';

/** Who is told of each change of a session, such as an open page. */
export interface Follower {
  /** How long nothing may be said. */
  readonly silenceMs: number;
  changed(session: Session): void;
  /** Nothing has happened for as long as that. */
  silent(): void;
  /** Nothing follows any more. */
  over(): void;
}

/** What all followed sessions of a process share. */
export interface WatchContext {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly subscribers: SessionSubscribers;
  readonly isDraining: () => boolean;
}

/** Events that are due within this time are sent in one turn of the event loop: with thousands of open pages that is much cheaper. */
const BATCH_MS = 25;

/** One session and one follower. Thousands are open at once and nearly always idle: each is one object and one timer. */
export class FollowedSession implements Subscriber {
  readonly #follower: Follower;
  readonly #context: WatchContext;
  #seen: Session;
  #saidAt: number;
  #cancelTimer: () => void = () => {};
  #state: 'resting' | 'reading' | 'reading again' | 'over' = 'resting';

  constructor(session: Session, follower: Follower, context: WatchContext) {
    this.#seen = session;
    this.#follower = follower;
    this.#context = context;
    this.#saidAt = said(context.clock);
  }

  start(): void {
    this.#context.subscribers.add(this.#seen.id, this);
    this.#rest();
    // Only now: a change since the session was read shows.
    this.wake();
  }

  get seen(): Session {
    return this.#seen;
  }

  wake(): void {
    if (this.#context.isDraining()) this.#end();
    else if (this.#state === 'reading') this.#state = 'reading again';
    else if (this.#state === 'resting') void this.#read();
  }

  /** Whoever followed has gone. */
  stop(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#cancelTimer();
    this.#context.subscribers.remove(this.#seen.id, this);
  }

  async #read(): Promise<void> {
    const { sessions, clock } = this.#context;
    this.#state = 'reading';
    try {
      const current = await readSession(sessions, this.#seen.id, clock.now());
      this.#take(current);
    } catch {
      // Whoever follows comes again, and is told then what is wrong.
      this.#end();
    }
  }

  #take(current: Session | undefined): void {
    if (this.#isOver()) return;
    if (current === undefined) return this.#end();
    const before = this.#seen;
    this.#seen = current;
    if (statusOrJoinChanged(current, before)) {
      this.#saidAt = said(this.#context.clock);
      this.#follower.changed(current);
    }
    if (isFinal(current.status)) return this.#end();
    // Telling may have ended it.
    if (this.#isOver()) return;
    const isOutdated = this.#state === 'reading again';
    this.#state = 'resting';
    this.#rest();
    if (isOutdated) this.wake();
  }

  #isOver(): boolean {
    return this.#state === 'over';
  }

  /** Until something has to be said, or the session's own clock has run out. */
  #rest(): void {
    const { clock } = this.#context;
    const left = Math.min(
      this.#saidAt + this.#follower.silenceMs - clock.elapsed(),
      clockMoveTime(this.#seen) - clock.now(),
    );
    this.#cancelTimer();
    this.#cancelTimer = clock.after(left, () => this.#onTime());
  }

  #onTime(): void {
    const { clock } = this.#context;
    if (clock.now() >= clockMoveTime(this.#seen)) return this.wake();
    if (clock.elapsed() >= this.#saidAt + this.#follower.silenceMs) {
      this.#saidAt = said(clock);
      this.#follower.silent();
    }
    if (this.#state === 'resting') this.#rest();
  }

  #end(): void {
    if (this.#state === 'over') return;
    this.stop();
    this.#follower.over();
  }
}

/** Never later than now: the silence is not longer for it. */
const said = (clock: Clock): number => Math.floor(clock.elapsed() / BATCH_MS) * BATCH_MS;
