import { ImageFileError } from '../error.ts';
import type { Area } from './subbands.ts';
import type { Tables } from './tables.ts';

/** Bin numbers → values, each subband at its position. A subband without bins was dropped by the encoder. */
export function dequantise(
  coefficients: Int32Array,
  { bins, zeroBins, binCentre, hasBins }: Tables,
  leaves: readonly Area[],
  width: number,
  height: number,
): Float64Array {
  if (!hasBins) throw new ImageFileError('damaged', 'The file has no quantisation table.');
  const plane = new Float64Array(width * height);
  let next = 0;
  leaves.forEach((leaf, subband) => {
    const bin = bins[subband]!;
    if (bin === 0) return;
    const halfZeroBin = zeroBins[subband]! / 2;
    for (let y = leaf.y; y < leaf.y + leaf.height; y++) {
      for (let x = leaf.x; x < leaf.x + leaf.width; x++) {
        const coefficient = coefficients[next++]!;
        if (coefficient > 0) plane[y * width + x] = bin * (coefficient - binCentre) + halfZeroBin;
        else if (coefficient < 0) plane[y * width + x] = bin * (coefficient + binCentre) - halfZeroBin;
      }
    }
  });
  return plane;
}
