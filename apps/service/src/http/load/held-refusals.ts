import type { ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';

/** Held at once at most: what came of a request's body is held with it. */
const MAX_HELD = 280;
/** From one refusal to the next. */
const TURN_MS = 7;

/**
 * Refusals that are told one by one. Whoever is refused at once asks again at once, and a thousand of those would take the time in
 * which others are served. So each has its turn, one every seven milliseconds: the more clients ask, the longer they wait for their refusal.
 */
export class HeldRefusals {
  readonly #clock: Clock;
  readonly #refuse: (response: ServerResponse) => void;
  #count = 0;
  #lastTurn = -Infinity;

  constructor(clock: Clock, refuse: (response: ServerResponse) => void) {
    this.#clock = clock;
    this.#refuse = refuse;
  }

  get count(): number {
    return this.#count;
  }

  add(response: ServerResponse): void {
    if (this.#count >= MAX_HELD) {
      this.#refuse(response);
      return;
    }
    this.#count++;
    const now = this.#clock.elapsed();
    this.#lastTurn = Math.max(now, this.#lastTurn) + TURN_MS;
    const cancel = this.#clock.after(this.#lastTurn - now, () => this.#refuse(response));
    response.once('close', () => {
      this.#count--;
      cancel();
    });
  }
}
