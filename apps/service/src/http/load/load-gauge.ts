/** How often the gauge is read. */
export const TICK_MS = 50;
/** What lasts for so long is no burst: the queue stands. */
export const STANDS_AFTER_MS = 1000;
/** An event loop that rests less than this share of the time is asked for all it can do. */
const REST = 0.05;

interface Tick {
  readonly ms: number;
  readonly done: number;
  /** More was asked for than could be done. */
  readonly isFull: boolean;
}

/** Figures of the process at one time. */
export interface Reading {
  readonly nowMs: number;
  /** How long the event loop has had something to do, in all. */
  readonly activeMs: number;
  /** Calls that wait for a connection to the database. */
  readonly waiting: number;
  /** Refused ones who do not know it yet. */
  readonly held: number;
}

/**
 * How long a request has to wait for us: behind those that the same turn of the event loop has read and answers before it, and behind
 * those that wait for the database. How long the work itself takes is not counted: a slow database is no queue.
 */
export class LoadGauge {
  readonly #ticks: Tick[] = [];
  #last: Reading;
  #inWork = 0;
  #done = 0;
  #stands = false;
  #perMs = Infinity;
  #turn: { readonly beganAt: number; count: number; accepted: number } | undefined;

  constructor(first: Reading) {
    this.#last = first;
  }

  get inWork(): number {
    return this.#inWork;
  }

  begin(): void {
    this.#inWork++;
  }

  end(): void {
    this.#inWork--;
    this.#done++;
  }

  /** A request came. True: it is the first of this turn of the event loop. */
  came(nowMs: number): boolean {
    const isFirst = this.#turn === undefined;
    this.#turn ??= { beganAt: nowMs, count: 0, accepted: 0 };
    this.#turn.count++;
    return isFirst;
  }

  /** The one that came is accepted: whoever comes after it in this turn waits for its answer too. */
  accepted(): void {
    if (this.#turn !== undefined) this.#turn.accepted++;
  }

  turnEnded(): void {
    this.#turn = undefined;
  }

  /** Requests that are here at once: in work, or read in one turn. */
  get atOnce(): number {
    return Math.max(this.#inWork, this.#turn?.count ?? 0);
  }

  /** It has been too much for so long that it is no burst. */
  get stands(): boolean {
    return this.#stands;
  }

  waitMs(nowMs: number, waiting: number): number {
    const { beganAt = nowMs, accepted = 0 } = this.#turn ?? {};
    const ahead = Math.max(accepted, waiting);
    return nowMs - beganAt + (ahead === 0 ? 0 : ahead / this.#perMs);
  }

  tick(reading: Reading): void {
    const ms = reading.nowMs - this.#last.nowMs;
    const isBusy = reading.activeMs - this.#last.activeMs >= (1 - REST) * ms;
    this.#ticks.push({ ms, done: this.#done, isFull: isBusy || reading.waiting > 0 || reading.held > 0 });
    this.#last = reading;
    this.#done = 0;
    while (this.#sum('ms') - this.#ticks[0]!.ms >= STANDS_AFTER_MS) this.#ticks.shift();
    this.#stands = this.#sum('ms') >= STANDS_AFTER_MS && this.#ticks.every(({ isFull }) => isFull);
    this.#perMs = this.#sum('done') / this.#sum('ms');
  }

  #sum(field: 'ms' | 'done'): number {
    return this.#ticks.reduce((all, tick) => all + tick[field], 0);
  }
}
