import type { Clock } from '../config/clock.ts';

/** A signal that aborts after this time, unless it is disposed of before. */
export class Deadline implements Disposable {
  readonly signal: AbortSignal;
  readonly #cancel: () => void;

  constructor(ms: number, clock: Clock) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#cancel = clock.after(ms, () => controller.abort());
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}
