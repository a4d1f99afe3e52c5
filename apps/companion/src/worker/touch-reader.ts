import { assessTouch } from '@authly/app-kit/assess-touch';
import { seal, type Sealed } from '@authly/app-kit/seal';
import { viewOf } from '@authly/app-kit/view-of';
import type { Finger } from '@authly/contract/fingers';
import { encodeTemplate, synthesize, type Image, type View } from '@authly/fingerprint';
import { drawTouch } from '../picture/draw-touch.ts';
import { shrink } from '../picture/shrink.ts';
import { smudge } from '../picture/smudge.ts';
import { toScan } from '../picture/to-scan.ts';
import type { Touch, TouchSource, ViewId } from './messages.ts';

/** Reads touches and holds their views until they are sealed or forgotten. What it gives out has no view in it. */
export class TouchReader {
  readonly #views = new Map<ViewId, View>();
  #nextId: ViewId = 0;

  /** Wipes the picture that it was given. */
  read(source: TouchSource, earlier: readonly ViewId[]): Touch {
    const image = imageOf(source);
    if (source.from === 'picture') source.picture.data.fill(0);
    const view = viewOf(image);
    const assessment = assessTouch(view, this.#held(earlier));
    const picture = drawTouch(smallCopy(image), view);
    image.pixels.fill(0);
    const { quality = 0, minutiae = [] } = view ?? {};
    // A camera sees no wet or dry skin on a glass.
    const fault = source.from === 'picture' ? undefined : view?.fault;
    return { viewId: view && this.#hold(view), assessment, fault, quality, minutiaeCount: minutiae.length, picture };
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

function imageOf(source: TouchSource): Image {
  if (source.from === 'scan') return source.image;
  return source.from === 'picture' ? toScan(source.picture, source.origin) : press(source);
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
