import { assessTouch, type Assessment } from '@authly/ui/app/assess-touch.ts';
import { seal, type Sealed } from '@authly/ui/app/seal.ts';
import { viewOf } from '@authly/ui/app/view-of.ts';
import type { Finger } from '@authly/contract/fingers';
import { encodeTemplate, loadEngine, synthesize, type Image, type PhotoFault, type View } from '@authly/fingerprint';
import { drawTouch } from '../picture/draw-touch.ts';
import { printOfPicture } from '../picture/print-of-picture.ts';
import { shrink } from '../picture/shrink.ts';
import { smudge } from '../picture/smudge.ts';
import { CameraLooks } from './camera-looks.ts';
import type { Touch, TouchSource, ViewId } from './messages.ts';

/** Reads touches and holds their views until they are sealed or forgotten. What it gives out has no view in it. */
export class TouchReader {
  readonly camera = new CameraLooks();
  readonly #views = new Map<ViewId, View>();
  #nextId: ViewId = 0;

  prepare(): void {
    loadEngine();
  }

  /** Wipes the picture that it was given. */
  read(source: TouchSource, earlier: readonly ViewId[]): Touch {
    const image = this.#imageOf(source);
    if (source.from === 'picture') source.picture.data.fill(0);
    if (typeof image === 'string') return unread(image);
    const view = viewOf(image);
    const assessment = assessTouch(view, this.#held(earlier));
    const picture = drawTouch(smallCopy(image), view);
    image.pixels.fill(0);
    const { quality = 0, minutiae = [] } = view ?? {};
    const viewId = view && this.#hold(view);
    // A camera sees no wet or dry skin on a glass.
    const fault =
      assessment === 'poor' && (source.from === 'scan' || source.from === 'synthetic') ? view?.fault : undefined;
    return { viewId, assessment, fault, quality, minutiaeCount: minutiae.length, picture };
  }

  /** All of them as one record with a view each, sealed for the finger. The record is wiped. */
  async seal(ids: readonly ViewId[], finger: Finger): Promise<Sealed> {
    const template = Uint8Array.from(encodeTemplate(this.#held(ids)));
    try {
      return await seal(template, finger);
    } finally {
      template.fill(0);
    }
  }

  forget(ids: readonly ViewId[]): void {
    for (const view of this.#held(ids)) view.extended?.fill(0);
    for (const id of ids) this.#views.delete(id);
  }

  #imageOf(source: TouchSource): Image | PhotoFault {
    if (source.from === 'camera') return this.camera.take() ?? 'nothing_there';
    if (source.from === 'scan') return source.image;
    return source.from === 'picture' ? printOfPicture(source.picture) : press(source);
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

function unread(fault: PhotoFault): Touch {
  const assessment: Assessment = fault === 'nothing_there' ? 'absent' : 'poor';
  return { viewId: undefined, assessment, fault, quality: 0, minutiaeCount: 0, picture: undefined };
}

function press({ finger, impression, smudged }: TouchSource & { from: 'synthetic' }): Image {
  const image = synthesize({ finger, impression });
  return smudged ? smudge(image) : image;
}

/** At most 500 dpi: more shows the eye no more. */
const smallCopy = (image: Image): Image => ({
  ...shrink({ ...image, pixels: Uint8Array.from(image.pixels) }, image.dpi / 500),
  dpi: Math.min(image.dpi, 500),
});
