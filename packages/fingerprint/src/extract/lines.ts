import { CELL, LINES } from '../constants.ts';
import { lineOffsets } from './directions.ts';
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
  const { width, height, data } = image;
  const out = newPlane(width, height);
  const count = weights.length;
  const offsets = lineOffsets(width, (count - 1) >> 1, turned);
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const line = offsets.subarray(field.step[cell]! * count, (field.step[cell]! + 1) * count);
    const start = Math.floor(cell / mask.width) * CELL * width + (cell % mask.width) * CELL;
    for (let y = 0; y < CELL; y++) {
      for (let i = start + y * width, end = i + CELL; i < end; i++) {
        let sum = 0;
        for (let k = 0; k < count; k++) sum += weights[k]! * data[i + line[k]!]!;
        out.data[i] = sum;
      }
    }
  }
  return out;
}
