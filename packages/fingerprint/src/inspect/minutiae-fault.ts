import type { MinutiaArrays } from '../compare/minutia-arrays.ts';
import { INSPECT, RESAMPLE } from '../constants.ts';
import type { View } from '../types.ts';

export function sizeFault({ width, height, dpi, minutiae }: View): string | undefined {
  if ((Math.max(width, height) * RESAMPLE.dpi) / dpi > INSPECT.maxImageSide)
    return 'its image is larger than any sensor';
  if (minutiae.length < INSPECT.minutiae.min) return 'fewer minutiae than any finger shows';
  if (minutiae.length > INSPECT.minutiae.max) return 'more minutiae than any finger shows';
  return undefined;
}

export function minutiaeFault(minutiae: MinutiaArrays): string | undefined {
  if (Math.max(extent(minutiae.x), extent(minutiae.y)) > INSPECT.maxExtent) return 'no finger is so large';
  const square = meanSquare(minutiae);
  if (square > INSPECT.maxSpread * INSPECT.maxSpread) return 'its minutiae lie as far apart as on no finger';
  // The area of a disc with the same spread.
  if (2 * Math.PI * square < INSPECT.minAreaPerMinutia * minutiae.count)
    return 'no finger has so many minutiae on so little skin';
  const { near, crowd } = neighborhoods(minutiae);
  if (near > INSPECT.maxNear * minutiae.count) return 'too many minutiae lie within one ridge of each other';
  if (crowd > INSPECT.maxCrowd) return 'the minutiae crowd in one place';
  return undefined;
}

function extent(values: Float32Array): number {
  return Math.max(...values) - Math.min(...values);
}

function meanSquare({ count, x, y }: MinutiaArrays): number {
  const middleX = x.reduce((sum, value) => sum + value, 0) / count;
  const middleY = y.reduce((sum, value) => sum + value, 0) / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (x[i]! - middleX) ** 2 + (y[i]! - middleY) ** 2;
  return squares / count;
}

/** `near`: minutiae with a neighbor that is too close. `crowd`: the most neighbors around one minutia. */
function neighborhoods({ count, x, y }: MinutiaArrays): { near: number; crowd: number } {
  let near = 0;
  let crowd = 0;
  for (let i = 0; i < count; i++) {
    let around = 0;
    let nearest = Infinity;
    for (let k = 0; k < count; k++) {
      if (k === i) continue;
      const square = (x[k]! - x[i]!) ** 2 + (y[k]! - y[i]!) ** 2;
      if (square < nearest) nearest = square;
      if (square < INSPECT.crowdRadius * INSPECT.crowdRadius) around++;
    }
    if (nearest < INSPECT.near * INSPECT.near) near++;
    if (around > crowd) crowd = around;
  }
  return { near, crowd };
}
