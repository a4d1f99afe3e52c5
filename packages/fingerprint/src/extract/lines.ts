import { CELL, LINES } from '../constants.ts';
import { filterCell, lineOffsets } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { gaussianWeights, newPlane, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** First path: smooth along the ridge, then a little across it. Believes only the orientation; keeps what is odd about a ridge. */
export function smoothLines(image: Plane, field: Orientation, mask: Mask): Plane {
  const along = filterLines(image, field, mask, gaussianWeights(LINES.alongSigma), false);
  return filterLines(along, field, mask, gaussianWeights(LINES.acrossSigma), true);
}

/** Weighted sum over a line through each pixel, along the ridge or (turned) across it. */
export function filterLines(image: Plane, field: Orientation, mask: Mask, weights: Float32Array, turned: boolean): Plane {
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
