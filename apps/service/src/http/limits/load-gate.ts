/** The event loop is late when it takes longer than this to look at its timers. */
export const MAX_DELAY_MS = 250;
/** It has to be late for this long: a burst is no overload. */
export const LATE_FOR_MS = 1000;
const LOOK_MS = 50;

/** Closed while the event loop is late: new calls are refused, so that those in work are answered in time. */
export class LoadGate {
  readonly #looking: NodeJS.Timeout;
  #lookedAt = activeMs();
  #lateSince: number | undefined;

  constructor() {
    this.#looking = setInterval(() => {
      if (this.#delay <= MAX_DELAY_MS) this.#lateSince = undefined;
      else this.#lateSince ??= performance.now();
      this.#lookedAt = activeMs();
    }, LOOK_MS).unref();
  }

  get isClosed(): boolean {
    if (this.#lateSince === undefined || performance.now() - this.#lateSince < LATE_FOR_MS) return false;
    return this.#delay > MAX_DELAY_MS;
  }

  /** How long the loop has worked since it last looked at its timers. Time without work does not count. */
  get #delay(): number {
    return activeMs() - this.#lookedAt;
  }

  stop(): void {
    clearInterval(this.#looking);
  }
}

const activeMs = (): number => performance.eventLoopUtilization().active;
