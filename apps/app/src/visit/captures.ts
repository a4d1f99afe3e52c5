import type { BoundDevice } from '@authly/contract/wire/device';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { Finger } from '@authly/contract/wire/fingers';
import type { Sealed } from '@authly/app-client/seal.ts';
import type { CameraFrame } from '../capture/capture-props.ts';
import { Engine } from '../worker/engine.ts';
import type { Capture, CaptureSource, Look, ViewId } from '../worker/messages.ts';

const FAILED: Capture = {
  viewId: undefined,
  assessment: 'failed',
  fault: undefined,
  quality: 0,
  minutiaeCount: 0,
  picture: undefined,
};

/** A dropped capture is wiped, here and in the worker. */
export class Captures {
  readonly #engine = new Engine();
  #accepted: readonly Capture[] = [];
  #latest: Capture | undefined;
  #pressed: Finger | undefined;

  get shown(): { readonly captures: readonly Capture[]; readonly latest: Capture | undefined } {
    return { captures: this.#accepted, latest: this.#latest };
  }

  /** Known only for a synthetic capture. */
  get pressed(): Finger | undefined {
    return this.#pressed;
  }

  prepare(): void {
    this.#engine.call('prepare', []).catch(() => undefined);
  }

  async look(frame: CameraFrame | undefined): Promise<Look | undefined> {
    if (frame) {
      const { picture, now } = frame;
      return this.#engine.call('look', [picture, now], [picture.data.buffer]).catch(() => this.#fail());
    }
    if (this.#engine.isRunning) await this.#engine.call('forgetCamera', []).catch(() => undefined);
    return undefined;
  }

  async take(source: CaptureSource, pressed: Finger | undefined): Promise<void> {
    const earlier = viewsOf(this.#accepted);
    this.#pressed = pressed;
    const read = await this.#engine.call('read', [source, earlier], pixelsOf(source)).catch(() => this.#fail());
    if (read) this.#latest = read;
  }

  dropLatest(): void {
    this.#drop(this.#latest ? [this.#latest] : []);
    this.#latest = undefined;
  }

  /** The number of accepted captures. Undefined if the latest is not good enough. */
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

  async sealed(finger: Finger, to: ClaimSeal, device: BoundDevice | undefined): Promise<Sealed | undefined> {
    return this.#engine.call('seal', [viewsOf(this.#accepted), finger, to, device]).catch(() => this.#fail());
  }

  forget(): void {
    this.startOver();
    this.#engine.stop();
  }

  /** The accepted captures are lost with the engine. The next call starts another. */
  #fail(): undefined {
    this.forget();
    this.#latest = FAILED;
  }

  #drop(captures: readonly Capture[]): void {
    for (const { picture } of captures) picture?.data.fill(0);
    const views = viewsOf(captures);
    if (this.#engine.isRunning && views.length > 0) this.#engine.call('forget', [views]).catch(() => undefined);
  }
}

const viewsOf = (captures: readonly Capture[]): ViewId[] => captures.flatMap(({ viewId }) => viewId ?? []);

function pixelsOf(source: CaptureSource): ArrayBufferLike[] {
  if (source.from === 'scan') return [source.image.pixels.buffer];
  return source.from === 'photo' ? [source.picture.data.buffer] : [];
}
