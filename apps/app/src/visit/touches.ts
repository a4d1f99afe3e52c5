import type { Sealed } from '@authly/ui/app/seal.ts';
import type { Finger } from '@authly/contract/fingers';
import { Engine } from '../worker/engine.ts';
import type { CameraFrame } from '../capture/capture-props.ts';
import type { Look, Touch, TouchSource, ViewId } from '../worker/messages.ts';

const NOTHING_FOUND: Touch = {
  viewId: undefined,
  assessment: 'absent',
  fault: undefined,
  quality: 0,
  minutiaeCount: 0,
  picture: undefined,
};

/** The touches of one visit: taken, looked at, accepted or dropped. What leaves this list is wiped, here and in the worker. */
export class Touches {
  readonly #engine = new Engine();
  #accepted: readonly Touch[] = [];
  #latest: Touch | undefined;
  #pressed: Finger | undefined;

  get shown(): { readonly touches: readonly Touch[]; readonly latest: Touch | undefined } {
    return { touches: this.#accepted, latest: this.#latest };
  }

  /** What the synthetic finger says it is; a camera cannot know. */
  get pressed(): Finger | undefined {
    return this.#pressed;
  }

  /** Before the first touch. What fails here is told when a touch cannot be read. */
  prepare(): void {
    this.#engine.prepare().catch(() => undefined);
  }

  async look(frame: CameraFrame | undefined): Promise<Look | undefined> {
    const answer = frame ? this.#engine.look(frame.picture, frame.now) : this.#engine.lookAway();
    return (await answer.catch(() => undefined)) ?? undefined;
  }

  async take(source: TouchSource, pressed: Finger | undefined): Promise<void> {
    this.#latest = await this.#engine.read(source, viewsOf(this.#accepted)).catch(() => NOTHING_FOUND);
    this.#pressed = pressed;
  }

  dropLatest(): void {
    this.#drop(this.#latest ? [this.#latest] : []);
    this.#latest = undefined;
  }

  /** How many are accepted with the latest one; undefined when that is not good enough. */
  acceptLatest(): number | undefined {
    if (this.#latest?.assessment !== 'good') return undefined;
    this.#accepted = [...this.#accepted, this.#latest];
    this.#latest = undefined;
    return this.#accepted.length;
  }

  startOver(): void {
    this.dropLatest();
    this.#drop(this.#accepted);
    this.#accepted = [];
  }

  sealed(finger: Finger): Promise<Sealed> {
    return this.#engine.seal(viewsOf(this.#accepted), finger);
  }

  /** Nothing of a finger is left, here or in the worker. */
  forget(): void {
    this.startOver();
    this.#engine.stop();
  }

  #drop(touches: readonly Touch[]): void {
    for (const { picture } of touches) picture?.data.fill(0);
    // A worker that has stopped holds nothing.
    this.#engine.forget(viewsOf(touches)).catch(() => undefined);
  }
}

const viewsOf = (touches: readonly Touch[]): ViewId[] => touches.flatMap(({ viewId }) => viewId ?? []);
