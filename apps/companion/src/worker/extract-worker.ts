import { compare, encodeTemplate, extract, ImageError, synthesize, type Image, type View } from '@authly/fingerprint';
import { shrink } from '../picture/shrink.ts';
import { smudge } from '../picture/smudge.ts';
import { toScan } from '../picture/to-scan.ts';
import type { Answered, Asked, Touch, TouchSource } from './jobs.ts';

/** Two touches that agree less than this (one pair of strangers in a hundred agrees more) are taken for two fingers. */
const ALIKE = 20;

/** The worker's own scope, which the DOM's types do not know. */
const scope = globalThis as unknown as { postMessage(answer: Answered, transfer: Transferable[]): void };

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  try {
    if (data.job === 'template') {
      const template = Uint8Array.from(encodeTemplate([...data.views]));
      scope.postMessage({ id: data.id, template }, [template.buffer]);
    } else {
      const touch = touchOf(data.source, data.before);
      scope.postMessage({ id: data.id, touch }, touch.image ? [touch.image.pixels.buffer as ArrayBuffer] : []);
    }
  } catch (error) {
    scope.postMessage({ id: data.id, failed: error instanceof Error ? error.name : 'Error' }, []);
  }
});

function touchOf(source: TouchSource, before: readonly View[]): Touch {
  const image = source.from === 'picture' ? toScan(source.picture, source.origin) : pressed(source);
  if (source.from === 'picture') source.picture.data.fill(0);
  const view = viewOf(image);
  const alike = view === undefined || before.length === 0 || compare(view, [...before]) >= ALIKE;
  return { image: forShow(image), view, alike };
}

const pressed = ({ finger, impression, smudged }: TouchSource & { from: 'synthetic' }): Image => {
  const image = synthesize({ finger, impression });
  return smudged ? smudge(image) : image;
};

/** A picture without a readable finger is no fault of the program: the person tries again. */
function viewOf(image: Image): View | undefined {
  try {
    return extract(image);
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}

/** A small copy; the large one is wiped. */
function forShow(image: Image): Image {
  const small = shrink({ ...image, pixels: Uint8Array.from(image.pixels) }, image.dpi / 500);
  image.pixels.fill(0);
  return { ...small, dpi: image.dpi > 500 ? 500 : image.dpi };
}
