/** Readings in one turn of the event loop. */
const EACH_TURN = 4;
/** Each holds memory, and what would wait for longer is better told so. */
const MAX_WAITING = 256;

/**
 * Of many that read at once, a few are answered in each turn of the event loop, and whatever else has come is answered in between: a
 * hundred strangers who ask for a page make no merchant wait for a hundred pages.
 */
export class ReadingTurns {
  readonly #waiting: (() => void)[] = [];
  #thisTurn = 0;
  #isTurnOpen = false;

  /** False: too many wait already. */
  add(go: () => void): boolean {
    if (this.#waiting.length >= MAX_WAITING) return false;
    this.#openTurn();
    if (this.#thisTurn++ < EACH_TURN) go();
    else this.#waiting.push(go);
    return true;
  }

  #openTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#isTurnOpen = false;
    const next = this.#waiting.splice(0, EACH_TURN);
    this.#thisTurn = 0;
    if (next.length === 0) return;
    // Whoever comes now waits behind them.
    this.#thisTurn = EACH_TURN;
    this.#openTurn();
    // Each in a call of its own: what it does after its first step is done before the next begins.
    for (const go of next) setImmediate(go);
  }
}
