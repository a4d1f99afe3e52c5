import type { CallbackRequest } from '@authly/contract/app/callback';
import type { Finger } from '@authly/contract/fingers';
import { verdictOf } from '../capture/verdict.ts';
import { Engine } from '../worker/engine.ts';
import type { Touch, TouchSource } from '../worker/jobs.ts';
import { sealedCapture } from './sealed-capture.ts';

const NOTHING: Touch = { image: undefined, view: undefined, alike: true };

/** The touches of one visit: taken, looked at, kept or thrown away. Whatever leaves this list is wiped. */
export class Touches {
  readonly #engine = new Engine();
  #good: readonly Touch[] = [];
  #latest: Touch | undefined;
  #pressed: Finger | undefined;

  get shown(): { readonly touches: readonly Touch[]; readonly latest: Touch | undefined } {
    return { touches: this.#good, latest: this.#latest };
  }

  /** What the synthetic finger says it is; a camera cannot know. */
  get pressed(): Finger | undefined {
    return this.#pressed;
  }

  async take(source: TouchSource, pressed: Finger | undefined): Promise<void> {
    const before = this.#good.flatMap(({ view }) => view ?? []);
    this.#latest = await this.#engine.touch(source, before).catch(() => NOTHING);
    this.#pressed = pressed;
  }

  dropLatest(): void {
    wipe(this.#latest);
    this.#latest = undefined;
  }

  /** How many good ones there are with the latest one; undefined when that is none. */
  keepLatest(): number | undefined {
    if (!this.#latest || verdictOf(this.#latest) !== 'good') return undefined;
    this.#good = [...this.#good, this.#latest];
    this.#latest = undefined;
    return this.#good.length;
  }

  startOver(): void {
    this.dropLatest();
    for (const touch of this.#good) wipe(touch);
    this.#good = [];
  }

  sealed(finger: Finger, capturedAt: Date): Promise<CallbackRequest> {
    return sealedCapture(this.#engine, this.#good, finger, capturedAt);
  }

  /** Nothing of a finger is left, here or in the worker. */
  forget(): void {
    this.startOver();
    this.#engine.stop();
  }
}

function wipe(touch: Touch | undefined): void {
  touch?.image?.pixels.fill(0);
  touch?.view?.extended?.fill(0);
}
