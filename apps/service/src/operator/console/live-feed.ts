import type { Clock } from '../../config/clock.ts';
import type { SessionStore } from '../../storage/store.ts';
import type { LiveUpdate } from './wire.ts';

/** Sessions may change by the thousand; nobody reads faster than this. */
const NOTIFY_EVERY_MS = 1000;
const MAX_NAMED = 50;

/** Notifies open pages of changed and new sessions. Does nothing while no page is open. */
export class LiveFeed {
  readonly #sessions: Pick<SessionStore, 'onChange' | 'list'>;
  readonly #clock: Clock;
  readonly #listeners = new Set<(update: LiveUpdate) => void>();
  readonly #moved = new Set<string>();
  #more = false;
  #newest: string | undefined;
  #stop: (() => void) | undefined;

  constructor({ sessions, clock }: { sessions: Pick<SessionStore, 'onChange' | 'list'>; clock: Clock }) {
    this.#sessions = sessions;
    this.#clock = clock;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  subscribe(listener: (update: LiveUpdate) => void): () => void {
    this.#listeners.add(listener);
    this.#stop ??= this.#begin();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  close(): void {
    this.#listeners.clear();
    this.#stop?.();
    this.#stop = undefined;
  }

  #begin(): () => void {
    const unsubscribe = this.#sessions.onChange((id) => {
      if (this.#moved.size < MAX_NAMED) this.#moved.add(id);
      else this.#more = true;
    });
    let cancel = (): void => {};
    let isOver = false;
    const next = (): void => {
      if (!isOver) cancel = this.#clock.after(NOTIFY_EVERY_MS, () => void this.#notify().finally(next));
    };
    next();
    return () => {
      isOver = true;
      cancel();
      unsubscribe();
      this.#moved.clear();
      this.#newest = undefined;
    };
  }

  /** The store does not notify of new sessions: the newest id shows them. A database that is down is asked again later. */
  async #notify(): Promise<void> {
    const newest = await this.#sessions.list({ limit: 1 }).then(
      ([session]) => session?.id,
      () => this.#newest,
    );
    if (newest !== this.#newest) this.#more = true;
    this.#newest = newest;
    if (this.#moved.size === 0 && !this.#more) return;
    const update: LiveUpdate = { moved: [...this.#moved], more: this.#more };
    this.#moved.clear();
    this.#more = false;
    for (const listener of this.#listeners) listener(update);
  }
}
