/** Each holds memory, and what would wait for longer is better told so. */
const MAX_WAITING = 256;

/**
 * Of many that read at once, one is answered in each turn of the event loop, and whatever else has come is answered in between: a
 * hundred strangers who ask for a page make no merchant wait for a hundred pages.
 */
export class ReadingTurns {
  readonly #waiting: (() => void)[] = [];
  /** Somebody is answered in this turn, or is about to be in the next. */
  #isTaken = false;

  /** False: too many wait already. */
  add(go: () => void): boolean {
    if (this.#waiting.length >= MAX_WAITING) return false;
    if (this.#isTaken) this.#waiting.push(go);
    else {
      this.#take();
      go();
    }
    return true;
  }

  #take(): void {
    this.#isTaken = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    const next = this.#waiting.shift();
    this.#isTaken = false;
    if (next === undefined) return;
    // Whoever comes now waits behind them.
    this.#take();
    // In a call of its own: what it does after its first step is done before the next begins.
    setImmediate(next);
  }
}
