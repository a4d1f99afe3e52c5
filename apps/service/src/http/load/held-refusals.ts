import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';

/** Held at once at most: what came of a request's body is held with it. */
const MAX_HELD = 2000;
/** More than any call has but the app's callback, which is told at once. */
const MAX_HELD_BODY_BYTES = 16_384;
const HELD_MS = { from: 1000, to: 2000 };
/** The golden ratio's share: its multiples, taken by the remainder of 1, lie evenly however many there are. */
const SPREAD = (Math.sqrt(5) - 1) / 2;

/**
 * Refusals that are told a while later. Whoever is refused at once asks again at once, and a thousand of those would take the time in
 * which others are served. Held for a second or two, each of them asks no more than once in that time; held for different times, those who
 * came together do not come together again.
 */
export class HeldRefusals {
  readonly #clock: Clock;
  readonly #refuse: (response: ServerResponse) => void;
  #count = 0;
  #spread = 0;

  constructor(clock: Clock, refuse: (response: ServerResponse) => void) {
    this.#clock = clock;
    this.#refuse = refuse;
  }

  get count(): number {
    return this.#count;
  }

  add(response: ServerResponse): void {
    if (this.#count >= MAX_HELD || !isSmall(response.req)) {
      this.#refuse(response);
      return;
    }
    this.#count++;
    const cancel = this.#clock.after(this.#nextMs(), () => this.#refuse(response));
    response.once('close', () => {
      this.#count--;
      cancel();
    });
  }

  #nextMs(): number {
    this.#spread = (this.#spread + SPREAD) % 1;
    return HELD_MS.from + Math.round(this.#spread * (HELD_MS.to - HELD_MS.from));
  }
}

function isSmall({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= MAX_HELD_BODY_BYTES;
}
