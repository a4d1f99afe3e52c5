import { fromPhoto, type Image } from '@authly/fingerprint';
import type { Picture } from '../picture/gray.ts';
import type { Look } from './messages.ts';

/** So many good frames in a row, and the sharpest of them is taken. Hands tremble: the first good frame is seldom the best. */
export const GOOD_LOOKS = 3;

/** What the camera shows, frame after frame. Of a good one its print is held until it is taken or a sharper one comes; nothing else is kept. */
export class CameraLooks {
  #best: { readonly image: Image; readonly sharpness: number } | undefined;
  #good = 0;

  /** Wipes the picture that it was given. `now`: the first good frame will do. */
  look(picture: Picture, now: boolean): Look {
    const reading = fromPhoto(picture);
    picture.data.fill(0);
    const seen = { finger: reading.finger, width: picture.width };
    if ('fault' in reading) {
      this.forget();
      return { ...seen, fault: reading.fault, isReady: false };
    }
    this.#keepSharper(reading.image, reading.ridges.sharpness);
    this.#good++;
    return { ...seen, fault: undefined, isReady: now || this.#good >= GOOD_LOOKS };
  }

  /** The print of the sharpest frame, which is then no longer held here. */
  take(): Image | undefined {
    const image = this.#best?.image;
    this.#best = undefined;
    this.#good = 0;
    return image;
  }

  forget(): void {
    this.take()?.pixels.fill(0);
  }

  #keepSharper(image: Image, sharpness: number): void {
    const isSharper = this.#best === undefined || sharpness > this.#best.sharpness;
    (isSharper ? this.#best?.image : image)?.pixels.fill(0);
    if (isSharper) this.#best = { image, sharpness };
  }
}
