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
  /** How much of that time this thread computed. */
  readonly cpuMs: number;
}

/** A thread that computes less than this share of the time is late because the machine is busy with others: refusing helps nobody. */
const OWN_FAULT = 0.5;

/**
 * How long a request would have to wait now: by how late the event loop is, and by how many requests are in work and how many were
 * done lately. Only what stands counts. A burst that came to an idle process, or one slow turn of the loop, is gone in a moment.
 */
export class LoadGauge {
  readonly #ticks: Tick[] = [];
  #tickedAt: number;
  #computedMs: number;
  #inWork = 0;
  #fewest = 0;
  #done = 0;
  #lagMs = 0;
  #perMs = Infinity;

  constructor(nowMs: number, computedMs: number) {
    this.#tickedAt = nowMs;
    this.#computedMs = computedMs;
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

  /** Zero unless it lasts, and comes from this thread's own work. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** What the requests in work mean for the next one. Zero unless a queue stands. */
  get queueMs(): number {
    return this.#inWork / this.#perMs;
  }

  /** `computedMs`: all that this thread has computed so far. */
  tick(nowMs: number, computedMs: number): void {
    const ms = nowMs - this.#tickedAt;
    const cpuMs = computedMs - this.#computedMs;
    this.#ticks.push({ lateMs: Math.max(0, ms - TICK_MS), fewest: this.#fewest, done: this.#done, ms, cpuMs });
    if (this.#ticks.length > WINDOW_TICKS) this.#ticks.shift();
    this.#tickedAt = nowMs;
    this.#computedMs = computedMs;
    this.#fewest = this.#inWork;
    this.#done = 0;
    this.#judge();
  }

  #judge(): void {
    const isWhole = this.#ticks.length === WINDOW_TICKS;
    const isOwn = sum(this.#ticks, 'cpuMs') >= OWN_FAULT * sum(this.#ticks, 'ms');
    this.#lagMs = isWhole && isOwn ? Math.min(...this.#ticks.map(({ lateMs }) => lateMs)) : 0;
    const stands = isWhole && this.#ticks.every(({ fewest }) => fewest > 0);
    this.#perMs = stands ? sum(this.#ticks, 'done') / sum(this.#ticks, 'ms') : Infinity;
  }
}

const sum = (ticks: readonly Tick[], field: 'done' | 'ms' | 'cpuMs'): number =>
  ticks.reduce((all, tick) => all + tick[field], 0);
