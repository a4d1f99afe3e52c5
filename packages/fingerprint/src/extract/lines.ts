import { CELL, LINES } from '../constants.ts';
import { filterCell, lineOffsets } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { gaussianWeights, newPlane, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** A first look: smoothed a little along the rough ridge direction and across it, clear enough to read direction and period from. */
export function smoothLines(image: Plane, field: Orientation, mask: Mask): Plane {
  const along = filterLines(image, field, mask, gaussianWeights(LINES.alongSigma), false);
  return filterLines(along, field, mask, gaussianWeights(LINES.acrossSigma), true);
}

/** What both enhancement paths begin with: a long smoothing along the ridges, which closes pores and tears. */
export function alongRidges(image: Plane, field: Orientation, mask: Mask): Plane {
  return filterLines(image, field, mask, gaussianWeights(LINES.longSigma), false);
}

/** First path: across the ridges a fixed band, narrow mean against wide mean. It needs no period, so a wrong one cannot spoil it. */
export function fixedBand(along: Plane, field: Orientation, mask: Mask): Plane {
  const wide = gaussianWeights(LINES.bandWide);
  const narrow = gaussianWeights(LINES.bandNarrow);
  const skip = (wide.length - narrow.length) / 2;
  const band = wide.map((weight, k) => (narrow[k - skip] ?? 0) - weight);
  return filterLines(along, field, mask, band, true);
}

/** Weighted sum over a line through each pixel, along the ridge or (turned) across it. */
export function filterLines(
  image: Plane,
  field: Orientation,
  mask: Mask,
  weights: Float32Array,
  turned: boolean,
): Plane {
  const out = newPlane(image.width, image.height);
  const count = weights.length;
  const offsets = lineOffsets(image.width, (count - 1) >> 1, turned);
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const start = Math.floor(cell / mask.width) * CELL * image.width + (cell % mask.width) * CELL;
    filterCell(image, out.data, start, offsets, field.step[cell]! * count, weights);
  }
  return out;
}
