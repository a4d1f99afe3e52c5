import { assessCapture, viewOf, type Assessment } from '@authly/app-client/captures.ts';
import { withDevice } from '@authly/app-client/device.ts';
import { seal, type Sealed } from '@authly/app-client/seal.ts';
import type { BoundDevice } from '@authly/contract/wire/device';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { Finger } from '@authly/contract/wire/fingers';
import { encodeTemplate, fromPhoto, loadEngine, type Image, type PhotoFault, type View } from '@authly/fingerprint';
import type { Picture } from '../capture/picture.ts';
import { CameraLooks } from './camera-looks.ts';
import { drawCapture } from './draw-capture.ts';
import type { Capture, CaptureSource, Look, ViewId } from './messages.ts';
import { smudge } from './smudge.ts';

/** Holds views until they are sealed or forgotten. A view never leaves the worker unsealed. */
export class CaptureReader {
  readonly camera = new CameraLooks();
  readonly #views = new Map<ViewId, View>();
  #nextId: ViewId = 0;

  prepare(): void {
    loadEngine();
  }

  look(picture: Picture, now: boolean): Look {
    return this.camera.look(picture, now);
  }

  forgetCamera(): void {
    this.camera.forget();
  }

  /** Wipes the picture or image of the source. `earlier`: the captures of the same finger so far. */
  async read(source: CaptureSource, earlier: readonly ViewId[]): Promise<Capture> {
    const image = await this.#imageOf(source);
    if (typeof image === 'string') return unread(image);
    const view = viewOf(image);
    const assessment = assessCapture(view, this.#held(earlier));
    const picture = drawCapture(image, view);
    image.pixels.fill(0);
    const { quality = 0, minutiae = [] } = view ?? {};
    const viewId = view && this.#hold(view);
    // These faults are of a sensor's glass; a photo has others.
    const fault =
      assessment === 'poor' && (source.from === 'scan' || source.from === 'synthetic') ? view?.fault : undefined;
    return { viewId, assessment, fault, quality, minutiaeCount: minutiae.length, picture };
  }

  /** Wipes the unsealed template. */
  async seal(ids: readonly ViewId[], finger: Finger, to: ClaimSeal, device?: BoundDevice): Promise<Sealed> {
    const template = Uint8Array.from(encodeTemplate(this.#held(ids)));
    const sealed = device ? withDevice(template, device) : template;
    try {
      return await seal(sealed, finger, to);
    } finally {
      template.fill(0);
      sealed.fill(0);
    }
  }

  forget(ids: readonly ViewId[]): void {
    for (const view of this.#held(ids)) view.extended?.fill(0);
    for (const id of ids) this.#views.delete(id);
  }

  async #imageOf(source: CaptureSource): Promise<Image | PhotoFault> {
    if (source.from === 'camera') return this.camera.take() ?? 'nothing_there';
    if (source.from === 'scan') return source.image;
    return source.from === 'photo' ? readPhoto(source.picture) : press(source);
  }

  #hold(view: View): ViewId {
    const id = this.#nextId++;
    this.#views.set(id, view);
    return id;
  }

  #held(ids: readonly ViewId[]): View[] {
    return ids.map((id) => {
      const view = this.#views.get(id);
      if (view === undefined) throw new Error('The view was forgotten.');
      return view;
    });
  }
}

function unread(fault: PhotoFault): Capture {
  const assessment: Assessment = fault === 'nothing_there' ? 'absent' : 'poor';
  return { viewId: undefined, assessment, fault, quality: 0, minutiaeCount: 0, picture: undefined };
}

/** Only a sandbox asks for synthetic fingers, so only a sandbox loads their code. */
async function press({ finger, impression, smudged }: CaptureSource & { from: 'synthetic' }): Promise<Image> {
  const { synthesize } = await import('@authly/fingerprint/synthesize');
  const image = synthesize({ finger, impression });
  return smudged ? smudge(image) : image;
}

function readPhoto(picture: Picture): Image | PhotoFault {
  const reading = fromPhoto(picture);
  picture.data.fill(0);
  return 'fault' in reading ? reading.fault : reading.image;
}
