import { SHARP_ENOUGH } from '../picture/sharpness.ts';

/** So many frames in a row; the sharpest of them is taken. Hands tremble: the first sharp frame is seldom the best. */
export const FRAMES = 5;

/** Picks the sharpest of several frames, once all of them are sharp enough, or of the next ones when the person says now. */
export class BestFrame<Frame> {
  #best: { readonly frame: Frame; readonly sharpness: number } | undefined;
  #count = 0;
  #now = false;
  readonly #discard: (frame: Frame) => void;

  /** `discard` is called with each frame that was grabbed and is not taken, so that it can be wiped. */
  constructor(discard: (frame: Frame) => void) {
    this.#discard = discard;
  }

  /** Take the next frames whether or not they are sharp enough. */
  takeNow(): void {
    this.#now = true;
    this.#reset();
  }

  /** The frame to take, once there is one. `grab` is called only for a frame that is the best so far. */
  offer(sharpness: number, grab: () => Frame): Frame | undefined {
    if (!this.#now && sharpness < SHARP_ENOUGH) {
      this.#reset();
      return undefined;
    }
    if (!this.#best || sharpness > this.#best.sharpness) {
      if (this.#best) this.#discard(this.#best.frame);
      this.#best = { frame: grab(), sharpness };
    }
    if (++this.#count < FRAMES) return undefined;
    const { frame } = this.#best;
    this.#best = undefined;
    this.#count = 0;
    this.#now = false;
    return frame;
  }

  #reset(): void {
    if (this.#best) this.#discard(this.#best.frame);
    this.#best = undefined;
    this.#count = 0;
  }
}
