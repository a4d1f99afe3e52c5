import { MAP, MINUTIAE, PAD, RESAMPLE } from '../constants.ts';
import type { Image, Minutia, View } from '../types.ts';
import { paintOutsidePlaten } from './platen.ts';
import { dropFalseMinutiae, mergeMinutiae, selectBest } from './choose-minutiae.ts';
import { detect, type RawMinutia } from './detect.ts';
import { agreement, alongRidges, gabor, oddGabor, smoothLines, waveSteps } from './enhance.ts';
import { captureFault } from './fault.ts';
import { flatten } from './flatten.ts';
import { ridgePeriod } from './frequency.ts';
import { gradeImage, gradeMinutiae, wholeGrade } from './grade.ts';
import { moistureOf } from './moisture.ts';
import { seeRidges } from './net.ts';
import { anglesOf, orientation, replaceDirections } from './orientation.ts';
import { phaseMinutiae } from './phase.ts';
import { checkImage, resample } from './resample.ts';
import { dropUnclear, segment } from './segment.ts';
import { MEASURE_NAMES, measureCapture } from './quality-measures.ts';
import { prune } from './skeleton.ts';
import { binarize, thin } from './thin.ts';
import { fingerPart, type Part } from './window.ts';
import { withKernels } from '../kernels/memory.ts';
import { QUALITY_BAR } from '../quality-bar.ts';
import { buildMap } from '../ridges/build.ts';
import { orientationAt, type RidgeMap } from '../ridges/map.ts';
import { middleRows, packMap } from '../ridges/pack.ts';

type Observer = (
  stage: string,
  result: { readonly width: number; readonly height: number; readonly data: ArrayLike<number> },
) => void;

export function extract(image: Image): View {
  checkImage(image);
  const view = withKernels(() => extractPart(fingerPart(image)));
  const scale = RESAMPLE.dpi / image.dpi;
  return { ...view, width: Math.round(image.width * scale), height: Math.round(image.height * scale) };
}

/** Positions are those of the part that the stages show. The planes given to `observe` are wiped when this returns. */
export function extractObserved(image: Image, observe: Observer): View {
  checkImage(image);
  return withKernels(() => extractPart({ ...fingerPart(image), left: 0, top: 0 }, observe));
}

function extractPart({ image, left, top }: Part, observe?: Observer): View {
  const gray = resample(image);
  const outside = paintOutsidePlaten(gray);
  observe?.('resample', gray);
  const { flat, contrast } = flatten(gray);
  observe?.('flatten', flat);
  const region = segment(contrast, outside);
  const rough = orientation(flat, region);
  const lines = smoothLines(flat, rough, region);
  observe?.('lines', lines);
  const seen = seeRidges(flat);
  observe?.('net', seen.picture);
  const field = replaceDirections(orientation(lines, region), seen, region);
  observe?.('orientation', { ...region, data: anglesOf(field, region) });
  const period = ridgePeriod(lines, field, region);
  observe?.('frequency', period);
  const along = alongRidges(flat, field, region);
  const fitting = waveSteps(period, region);
  const waves = gabor(along, field, region, fitting);
  observe?.('gabor', waves);
  const clarity = agreement(flat, seen.picture, region);
  observe?.('clarity', clarity);
  // The net draws ridges into noise as well, so waves decide what is finger.
  const mask = dropUnclear(region, agreement(flat, waves, region));
  observe?.('segment', mask);
  const ridges = binarize(seen.picture, mask);
  observe?.('binarize', ridges);
  const skeleton = thin(ridges);
  observe?.('thin', skeleton);
  prune(skeleton);
  observe?.('prune', skeleton);
  const ofPhase = phaseMinutiae(waves, oddGabor(along, field, mask, fitting), field, period, mask);
  const minutiae = mergeMinutiae(
    dropFalseMinutiae(detect(skeleton, field, mask), mask),
    dropFalseMinutiae(ofPhase, mask),
  );
  const pathAgreement = agreement(waves, seen.picture, mask);
  observe?.('agreement', pathAgreement);
  gradeMinutiae(minutiae, clarity, pathAgreement);
  const map = middleRows(buildMap(seen.picture, field, mask));
  const kept = selectBest(minutiae.filter(isOn(map)), MINUTIAE.max);
  const moisture = moistureOf(flat, mask);
  const measures = measureCapture({
    moisture,
    mask,
    clarity,
    field,
    period,
    coherence: rough.coherence,
    minutiae: kept,
  });
  observe?.('measures', {
    width: MEASURE_NAMES.length,
    height: 1,
    data: Float64Array.from(MEASURE_NAMES, (name) => measures[name]),
  });
  const quality = wholeGrade(image.quality ?? gradeImage(measures), kept.length);
  const isPoor = quality < QUALITY_BAR.quality || kept.length < QUALITY_BAR.minutiae;
  const fault = isPoor ? captureFault({ mask, moisture, measures, minutiae: kept.length, picture: gray }) : undefined;
  return {
    width: gray.width,
    height: gray.height,
    dpi: RESAMPLE.dpi,
    quality,
    ...(fault && { fault }),
    minutiae: kept.map((minutia) => toMinutia(minutia, left, top)),
    extended: packMap({ ...map, left: map.left + left, top: map.top + top }),
  };
}

/** The map may be cut, and its grid is coarser than that of the extraction. */
function isOn(map: RidgeMap): (minutia: RawMinutia) => boolean {
  return ({ x, y }) => orientationAt(map, x - PAD, y - PAD) !== MAP.outside;
}

/** The record's axes: those of the whole image, angles counter-clockwise. */
function toMinutia(minutia: RawMinutia, left: number, top: number): Minutia {
  return {
    x: minutia.x - PAD + left,
    y: minutia.y - PAD + top,
    direction: (2 * Math.PI - minutia.angle) % (2 * Math.PI),
    type: minutia.bifurcation ? 'bifurcation' : 'ending',
    quality: Math.round(Math.max(1, Math.min(100, minutia.quality))),
  };
}
