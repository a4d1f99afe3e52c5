/** How often the gauge is read. */
export const TICK_MS = 50;
/** What lasts for so many ticks is no burst: the queue stands. */
const WINDOW_TICKS = 4;

interface Tick {
  /** How late the event loop came to this tick. */
  readonly lateMs: number;
  /** The fewest requests in work since the tick before. */
  readonly fewest: number;
  readonly done: number;
  readonly ms: number;
}

/**
 * How long a request would have to wait now: by how late the event loop is, and by how many requests are in work and how many were
 * done lately. Only what stands counts. A burst that came to an idle process, or one slow turn of the loop, is gone in a moment.
 */
export class LoadGauge {
  readonly #ticks: Tick[] = [];
  #tickedAt: number;
  #inWork = 0;
  #fewest = 0;
  #done = 0;
  #lagMs = 0;
  #perMs = Infinity;

  constructor(nowMs: number) {
    this.#tickedAt = nowMs;
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
    this.#fewest = Math.min(this.#fewest, this.#inWork);
  }

  /** Zero unless something stands. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** What the requests in work mean for the next one. Zero unless a queue stands. */
  get queueMs(): number {
    return this.#inWork / this.#perMs;
  }

  tick(nowMs: number): void {
    const ms = nowMs - this.#tickedAt;
    this.#ticks.push({ lateMs: Math.max(0, ms - TICK_MS), fewest: this.#fewest, done: this.#done, ms });
    if (this.#ticks.length > WINDOW_TICKS) this.#ticks.shift();
    this.#tickedAt = nowMs;
    this.#fewest = this.#inWork;
    this.#done = 0;
    this.#judge();
  }

  #judge(): void {
    const isWhole = this.#ticks.length === WINDOW_TICKS;
    this.#lagMs = isWhole ? Math.min(...this.#ticks.map(({ lateMs }) => lateMs)) : 0;
    const stands = isWhole && this.#ticks.every(({ fewest }) => fewest > 0);
    this.#perMs = stands ? sum(this.#ticks, 'done') / sum(this.#ticks, 'ms') : Infinity;
  }
}

const sum = (ticks: readonly Tick[], field: 'done' | 'ms'): number => ticks.reduce((all, tick) => all + tick[field], 0);
