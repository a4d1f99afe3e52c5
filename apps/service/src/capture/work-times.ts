/** Enough that one slow start among them says nothing, few enough that a change of load shows soon. */
const REMEMBERED = 33;
/** With fewer nothing is known yet. */
const ENOUGH = 9;

/** How long pieces of work took lately. */
export class WorkTimes {
  readonly #recent: number[] = [];
  #typicalMs = 0;

  add(ms: number): void {
    this.#recent.push(ms);
    if (this.#recent.length > REMEMBERED) this.#recent.shift();
    if (this.#recent.length < ENOUGH) return;
    this.#typicalMs = this.#recent.toSorted((a, b) => a - b)[Math.floor(this.#recent.length / 2)]!;
  }

  /** What most of them take: their median, so that the one that started a thread does not count. Zero while nothing is known. */
  get typicalMs(): number {
    return this.#typicalMs;
  }
}
