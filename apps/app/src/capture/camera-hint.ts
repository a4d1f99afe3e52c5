import type { AppWords } from './capture-props.ts';
import type { Look } from '../worker/messages.ts';

export type CameraHint = Extract<keyof AppWords, 'camera_lead' | 'camera_sharp' | `fault_${string}`>;

/**
 * What the person should do next, said once it holds: frames differ, and a hint that flickers can neither be read nor listened to. That all
 * is well is said at once, since the picture is then about to be taken.
 */
export class SteadyHint {
  #said: CameraHint = 'camera_lead';
  #meant: CameraHint = 'camera_lead';

  after({ fault }: Look): CameraHint {
    const hint: CameraHint = fault === undefined ? 'camera_sharp' : `fault_${fault}`;
    if (hint === this.#meant || hint === 'camera_sharp') this.#said = hint;
    this.#meant = hint;
    return this.#said;
  }
}
