import { CELL, SEGMENT } from '../constants.ts';
import { ImageError } from '../errors.ts';
import { boxMean, newPlane, type Plane } from './plane.ts';

/** One byte per cell: 1 where the finger touched. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Where is the finger? Where the contrast is high for this image, smoothed, without specks and without holes. */
export function segment(contrast: Plane): Mask {
  const { width, height } = contrast;
  const threshold = Math.max(SEGMENT.minContrast, SEGMENT.fraction * clearest(contrast.data));
  const marks = newPlane(width, height);
  for (let i = 0; i < marks.data.length; i++) marks.data[i] = contrast.data[i]! >= threshold ? 1 : 0;
  const votes = boxMean(marks, SEGMENT.voteRadiusCells).data;
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = votes[i]! > 0.5 && contrast.data[i]! > 0 ? 1 : 0;
  const mask = { width, height, data };
  keepLargeParts(mask, 1, SEGMENT.keepPart);
  keepLargeParts(mask, 0, 1);
  let cells = 0;
  for (const inside of data) cells += inside;
  if (cells * CELL * CELL < SEGMENT.minAreaPixels)
    throw new ImageError('no_finger', 'No finger large enough to compare was found in the image.');
  return mask;
}

/** The contrast that all but the clearest tenth of the non-blank cells stay under. */
function clearest(contrast: Float32Array): number {
  const sorted = contrast.filter((value) => value >= SEGMENT.minContrast).sort();
  return sorted[Math.floor(sorted.length * SEGMENT.clearest)] ?? 0;
}

/** Flips connected parts of `value` that are smaller than `part` of the largest such part. */
function keepLargeParts(mask: Mask, value: number, part: number): void {
  const label = new Int32Array(mask.data.length);
  const sizes = [0];
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === value && label[i] === 0) sizes.push(flood(mask, label, i, sizes.length));
  }
  const least = part * sizes.reduce((most, size) => Math.max(most, size), 0);
  for (let i = 0; i < label.length; i++) if (label[i]! > 0 && sizes[label[i]!]! < least) mask.data[i] = 1 - value;
}

function flood(mask: Mask, label: Int32Array, start: number, name: number): number {
  const { width, data } = mask;
  const value = data[start];
  const queue = [start];
  label[start] = name;
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head]!;
    const column = at % width;
    for (const next of [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width]) {
      if (next < 0 || next >= data.length || label[next] !== 0 || data[next] !== value) continue;
      label[next] = name;
      queue.push(next);
    }
  }
  return queue.length;
}
