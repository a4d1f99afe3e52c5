import { MINUTIAE, PAD, RESAMPLE } from '../constants.ts';
import type { Image, Minutia, View } from '../types.ts';
import { binarise } from './binarise.ts';
import { detect, type Mark } from './detect.ts';
import { flatten } from './flatten.ts';
import { ridgePeriod } from './frequency.ts';
import { gabor } from './gabor.ts';
import { smoothLines } from './lines.ts';
import { orientation } from './orientation.ts';
import { checkImage, resample } from './resample.ts';
import { segment } from './segment.ts';
import { sift } from './sift.ts';
import { prune } from './skeleton.ts';
import { thin } from './thin.ts';
import { buildMap } from '../ridges/build.ts';
import { packMap } from '../ridges/pack.ts';

/** Told the result of each stage, in order: for pictures and for the checksums that show which stage a change touched. */
export type Observer = (stage: string, result: { readonly width: number; readonly height: number; readonly data: ArrayLike<number> }) => void;

export function extract(image: Image): View {
  return extractObserved(image, () => {});
}

export function extractObserved(image: Image, observe: Observer): View {
  checkImage(image);
  const gray = resample(image);
  observe('resample', gray);
  const { flat, contrast } = flatten(gray);
  observe('flatten', flat);
  const mask = segment(contrast);
  observe('segment', mask);
  const lines = smoothLines(flat, orientation(flat, mask), mask);
  observe('lines', lines);
  const field = orientation(lines, mask);
  observe('orientation', { ...mask, data: field.angle });
  const period = ridgePeriod(lines, field, mask);
  observe('frequency', period);
  const waves = gabor(flat, field, period, mask);
  observe('gabor', waves);
  const ridges = binarise(waves, mask);
  observe('binarise', ridges);
  const skeleton = thin(ridges);
  observe('thin', skeleton);
  prune(skeleton);
  observe('prune', skeleton);
  const marks = sift(detect(skeleton, field, mask), mask);
  return { width: gray.width, height: gray.height, dpi: RESAMPLE.dpi, quality: 50, minutiae: marks.slice(0, MINUTIAE.max).map(toMinutia), extended: packMap(buildMap(waves, field, period, mask))! };
}

/** The record's axes: no padding, angles counter-clockwise. */
function toMinutia(mark: Mark): Minutia {
  return {
    x: mark.x - PAD,
    y: mark.y - PAD,
    direction: (2 * Math.PI - mark.angle) % (2 * Math.PI),
    type: mark.fork ? 'bifurcation' : 'ending',
    quality: 50,
  };
}
