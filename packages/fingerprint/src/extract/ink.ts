import { CELL, INK, PAD } from '../constants.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/**
 * Part of the finger, with what it encloses from left to right, that is dark: skin so wet that its ridges flow together leaves few valleys, and
 * none of the blots belongs to what is taken for ridges. Dark is what lies below the middle of the picture's own grays.
 */
export function inkOf(picture: Plane, mask: Mask): number {
  const counts = new Uint32Array(GRAYS);
  let all = 0;
  for (let row = 0; row < mask.height; row++) {
    const y = row * CELL + 1 - PAD;
    const first = mask.data.indexOf(1, row * mask.width) - row * mask.width;
    if (y < 0 || y >= picture.height || first < 0 || first >= mask.width) continue;
    const last = mask.data.lastIndexOf(1, (row + 1) * mask.width - 1) - row * mask.width;
    const from = y * picture.width + Math.max(0, first * CELL - PAD);
    const to = y * picture.width + Math.min(picture.width, (last + 1) * CELL - PAD);
    for (let i = from; i < to; i++) counts[Math.max(0, Math.min(GRAYS - 1, Math.round(picture.data[i]!)))]!++;
    all += Math.max(0, to - from);
  }
  const middle = (grayAt(counts, INK.darkest * all) + grayAt(counts, INK.lightest * all)) / 2;
  let dark = 0;
  for (let gray = 0; gray < middle; gray++) dark += counts[gray]!;
  return dark / Math.max(1, all);
}

const GRAYS = 256;

/** The gray at or below which so many pixels lie. */
function grayAt(counts: Uint32Array, wanted: number): number {
  let gray = 0;
  for (let seen = counts[0]!; seen < wanted && gray < GRAYS - 1; seen += counts[gray]!) gray++;
  return gray;
}
