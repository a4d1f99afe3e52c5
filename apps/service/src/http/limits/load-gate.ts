/** The event loop is late if its timers are delayed longer than this. */
const MAX_DELAY_MS = 500;
/** A burst is not an overload. */
const LATE_FOR_MS = 1000;
const LOOK_MS = 50;

/** Closed while the event loop is late: new calls are rejected, so that running ones finish in time. */
export class LoadGate {
  readonly #looking: NodeJS.Timeout;
  #lookedAt = activeMs();
  #lateSince: number | undefined;
  readonly #maxDelayMs: number;

  constructor(maxDelayMs = MAX_DELAY_MS) {
    this.#maxDelayMs = maxDelayMs;
    this.#looking = setInterval(() => {
      if (this.#delay <= maxDelayMs) this.#lateSince = undefined;
      else this.#lateSince ??= performance.now();
      this.#lookedAt = activeMs();
    }, LOOK_MS).unref();
  }

  get isClosed(): boolean {
    if (this.#lateSince === undefined || performance.now() - this.#lateSince < LATE_FOR_MS) return false;
    return this.#delay > this.#maxDelayMs;
  }

  /** Busy time of the loop since the last check. Idle time does not count. */
  get #delay(): number {
    return activeMs() - this.#lookedAt;
  }

  stop(): void {
    clearInterval(this.#looking);
  }
}

const activeMs = (): number => performance.eventLoopUtilization().active;
