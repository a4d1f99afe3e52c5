import { LINES } from '../constants.ts';
import { filterLines, lineFilter } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { gaussianWeights, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const ALONG = lineFilter([gaussianWeights(LINES.alongSigma)], false);
const ACROSS = lineFilter([gaussianWeights(LINES.acrossSigma)], true);
const LONG = lineFilter([gaussianWeights(LINES.longSigma)], false);
const BAND = lineFilter([bandWeights()], true);

/** A first look: smoothed a little along the rough ridge direction and across it, clear enough to read direction and period from. */
export function smoothLines(image: Plane, field: Orientation, mask: Mask): Plane {
  return filterLines(filterLines(image, field, mask, ALONG), field, mask, ACROSS);
}

/** What both enhancement paths begin with: a long smoothing along the ridges, which closes pores and tears. */
export function alongRidges(image: Plane, field: Orientation, mask: Mask): Plane {
  return filterLines(image, field, mask, LONG);
}

/** First path: across the ridges a fixed band, narrow mean against wide mean. It needs no period, so a wrong one cannot spoil it. */
export function fixedBand(along: Plane, field: Orientation, mask: Mask): Plane {
  return filterLines(along, field, mask, BAND);
}

function bandWeights(): Float32Array {
  const wide = gaussianWeights(LINES.bandWide);
  const narrow = gaussianWeights(LINES.bandNarrow);
  const skip = (wide.length - narrow.length) / 2;
  return wide.map((weight, k) => (narrow[k - skip] ?? 0) - weight);
}
