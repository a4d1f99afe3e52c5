import type { AppWords } from './capture-props.ts';
import type { Look } from '../worker/messages.ts';

export type CameraHint = Extract<keyof AppWords, 'camera_lead' | 'camera_sharp' | `fault_${string}`>;

/** Changes a hint only after two equal frames, so that it does not flicker. A sharp finger shows at once. */
export class SteadyHint {
  #shown: CameraHint = 'camera_lead';
  #latest: CameraHint = 'camera_lead';

  after({ fault }: Look): CameraHint {
    const hint: CameraHint = fault === undefined ? 'camera_sharp' : `fault_${fault}`;
    if (hint === this.#latest || hint === 'camera_sharp') this.#shown = hint;
    this.#latest = hint;
    return this.#shown;
  }
}
