import { fromPhoto, type Image } from '@authly/fingerprint';
import type { Picture } from '../capture/picture.ts';
import type { Look } from './messages.ts';

/** After this many good frames in a row the sharpest is taken: hands tremble, so the first is seldom the best. */
const GOOD_LOOKS = 3;

/** Holds only the image of the sharpest good frame. */
export class CameraLooks {
  #best: { readonly image: Image; readonly sharpness: number } | undefined;
  #good = 0;

  /** Wipes the picture. `now`: take the first good frame. */
  look(picture: Picture, now: boolean): Look {
    const reading = fromPhoto(picture);
    picture.data.fill(0);
    const seen = { finger: reading.finger, width: picture.width, height: picture.height };
    if ('fault' in reading) {
      this.forget();
      return { ...seen, fault: reading.fault, progress: 0, isReady: false };
    }
    this.#keepSharper(reading.image, reading.ridges.sharpness);
    this.#good++;
    const progress = Math.min(1, this.#good / GOOD_LOOKS);
    return { ...seen, fault: undefined, progress, isReady: now || progress === 1 };
  }

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
