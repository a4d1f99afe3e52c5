import { CELL, PAD, SEGMENT } from '../constants.ts';
import { ImageError } from '../errors.ts';
import { newBytes } from '../kernels/memory.ts';
import { boxMean, newPlane, type Plane } from './plane.ts';

/** One byte per cell: 1 where the finger touched. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Where is the finger? Where the contrast is high for this image, smoothed, without specks and without small holes. */
export function segment(contrast: Plane, beyond?: Uint8Array): Mask {
  const mask = highContrast(contrast);
  if (beyond) dropBeyond(mask, beyond);
  dropSpecks(mask);
  fillHoles(mask);
  requireArea(mask);
  return mask;
}

/**
 * Without what lies around the finger and shows no ridges: the noise of a sensor is as strong as faint skin is. `clarity` tells how much of the
 * picture the ridges explain that were found in it. Only what hangs together with the outside goes: torn skin within the finger stays.
 */
export function dropUnclear(mask: Mask, clarity: Plane): Mask {
  const { width, height } = mask;
  const shown = newPlane(width, height);
  for (let i = 0; i < shown.data.length; i++) shown.data[i] = mask.data[i]!;
  const sums = boxMean(clarity, SEGMENT.clearRadiusCells).data;
  const cells = boxMean(shown, SEGMENT.clearRadiusCells).data;
  const clear = newBytes(width * height);
  let unclear = 0;
  for (let i = 0; i < clear.length; i++) {
    if (mask.data[i] === 0) continue;
    if (sums[i]! >= SEGMENT.minClarity * cells[i]!) clear[i] = 1;
    else unclear++;
  }
  if (unclear === 0) return mask;
  const { label } = connectedParts(clear, width, 0);
  const out = newBytes(width * height);
  for (let i = 0; i < out.length; i++) out[i] = mask.data[i] === 1 && label[i] !== label[0] ? 1 : 0;
  const finger = { width, height, data: out };
  dropSpecks(finger);
  requireArea(finger);
  return finger;
}

function requireArea(mask: Mask): void {
  if (countFinger(mask) * CELL * CELL < SEGMENT.minAreaPixels)
    throw new ImageError('no_finger', 'No finger large enough to compare was found in the image.');
}

/** Each cell by the vote of the cells around it. The padding has no contrast, so it is never part of the finger. */
export function highContrast(contrast: Plane): Mask {
  const { width, height } = contrast;
  const threshold = Math.max(SEGMENT.minContrast, SEGMENT.fraction * clearest(contrast.data));
  const high = newPlane(width, height);
  for (let i = 0; i < high.data.length; i++) high.data[i] = contrast.data[i]! >= threshold ? 1 : 0;
  const votes = boxMean(high, SEGMENT.voteRadiusCells).data;
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = votes[i]! > 0.5 && contrast.data[i]! > 0 ? 1 : 0;
  return { width, height, data };
}

/** The contrast that all but the clearest tenth of the non-blank cells stay under. */
function clearest(contrast: Float32Array): number {
  const visible = new Float32Array(contrast.length);
  let count = 0;
  for (const value of contrast) if (value >= SEGMENT.minContrast) visible[count++] = value;
  return count === 0 ? 0 : smallest(visible, count, Math.floor(count * SEGMENT.clearest));
}

/** The value that would come at this place if the first `count` were sorted, without sorting them (Hoare's way). */
function smallest(values: Float32Array, count: number, place: number): number {
  let [from, to] = [0, count - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let [left, right] = [from, to];
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      [values[left], values[right]] = [values[right]!, values[left]!];
      left++;
      right--;
    }
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else break;
  }
  return values[place]!;
}

/** What lies beyond the glass is no finger. Its cells are those of the picture, without the padding. */
function dropBeyond({ width, height, data }: Mask, beyond: Uint8Array): void {
  const border = PAD / CELL;
  const columns = width - 2 * border;
  for (let y = border; y < height - border; y++) {
    for (let x = border, from = (y - border) * columns; x < width - border; x++, from++)
      if (beyond[from] === 1) data[y * width + x] = 0;
  }
}

function countFinger({ data }: Mask): number {
  let cells = 0;
  for (const inside of data) cells += inside;
  return cells;
}

function dropSpecks({ width, data }: Mask): void {
  const { label, sizes } = connectedParts(data, width, 1);
  const minSize = SEGMENT.minPart * sizes.reduce((max, size) => Math.max(max, size), 0);
  for (let i = 0; i < data.length; i++) if (data[i] === 1 && sizes[label[i]!]! < minSize) data[i] = 0;
}

/** The outside is what is connected to the padding, however large the blank parts are that the finger encloses. */
function fillHoles(mask: Mask): void {
  const { width, data } = mask;
  const { label, sizes } = connectedParts(data, width, 0);
  const outside = label[0]!;
  const maxSize = SEGMENT.maxHolePart * countFinger(mask);
  for (let i = 0; i < data.length; i++)
    if (data[i] === 0 && label[i] !== outside && sizes[label[i]!]! <= maxSize) data[i] = 1;
}

/** The connected parts of the cells with this value: the number of each cell's part, and the cells of each part. Part 0 is all other cells. */
function connectedParts(data: Uint8Array, width: number, value: number): { label: Int32Array; sizes: number[] } {
  const label = new Int32Array(data.length);
  const queue = new Int32Array(data.length);
  const sizes = [0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] === value && label[i] === 0) sizes.push(flood(data, width, label, i, sizes.length, queue));
  }
  return { label, sizes };
}

function flood(
  data: Uint8Array,
  width: number,
  label: Int32Array,
  start: number,
  part: number,
  queue: Int32Array,
): number {
  const value = data[start];
  const last = data.length - width;
  label[start] = part;
  queue[0] = start;
  let count = 1;
  // Written out, without a function for the four sides: of all that is done per cell this takes longest.
  for (let head = 0; head < count; head++) {
    const at = queue[head]!;
    const column = at % width;
    if (column > 0 && label[at - 1] === 0 && data[at - 1] === value) {
      label[at - 1] = part;
      queue[count++] = at - 1;
    }
    if (column < width - 1 && label[at + 1] === 0 && data[at + 1] === value) {
      label[at + 1] = part;
      queue[count++] = at + 1;
    }
    if (at >= width && label[at - width] === 0 && data[at - width] === value) {
      label[at - width] = part;
      queue[count++] = at - width;
    }
    if (at < last && label[at + width] === 0 && data[at + width] === value) {
      label[at + width] = part;
      queue[count++] = at + width;
    }
  }
  return count;
}
