import { CELL, PAD, SEGMENT } from '../constants.ts';
import { ImageError } from '../errors.ts';
import { newBytes } from '../kernels/memory.ts';
import { newPlane, smooth, type Plane } from './plane.ts';

/** One byte per cell: 1 on the finger. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function segment(contrast: Plane, outsidePlaten?: Uint8Array): Mask {
  const mask = highContrast(contrast);
  if (outsidePlaten) dropOutside(mask, outsidePlaten);
  dropSpecks(mask);
  fillHoles(mask.data, mask.width, SEGMENT.maxHolePart * countFinger(mask));
  requireArea(mask);
  return mask;
}

/** Sensor noise is as strong as faint skin. Unclear skin enclosed by the finger stays. */
export function dropUnclear(mask: Mask, clarity: Plane): Mask {
  const { width, height } = mask;
  const shown = newPlane(width, height);
  shown.data.set(mask.data);
  const sums = smooth(clarity, SEGMENT.clearRadiusCells).data;
  const cells = smooth(shown, SEGMENT.clearRadiusCells).data;
  const clear = newBytes(width * height);
  let unclear = 0;
  for (let i = 0; i < clear.length; i++) {
    if (mask.data[i] === 0) continue;
    if (sums[i]! >= SEGMENT.minClarity * cells[i]!) clear[i] = 1;
    else unclear++;
  }
  if (unclear === 0) return mask;
  fillHoles(clear, width);
  for (let i = 0; i < clear.length; i++) clear[i]! &= mask.data[i]!;
  const finger = { width, height, data: clear };
  dropSpecks(finger);
  requireArea(finger);
  return finger;
}

function requireArea(mask: Mask): void {
  if (countFinger(mask) * CELL * CELL < SEGMENT.minAreaPixels)
    throw new ImageError('no_finger', 'No finger large enough to compare was found in the image.');
}

/** The cells around each cell vote. The padding has no contrast, so it is never part of the finger. */
export function highContrast(contrast: Plane): Mask {
  const { width, height } = contrast;
  const threshold = Math.max(SEGMENT.minContrast, SEGMENT.fraction * clearest(contrast.data));
  const high = newPlane(width, height);
  for (let i = 0; i < high.data.length; i++) high.data[i] = contrast.data[i]! >= threshold ? 1 : 0;
  const votes = smooth(high, SEGMENT.voteRadiusCells).data;
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = votes[i]! > 0.5 && contrast.data[i]! > 0 ? 1 : 0;
  return { width, height, data };
}

function clearest(contrast: Float32Array): number {
  const values = contrast.filter((value) => value >= SEGMENT.minContrast).sort();
  return values[Math.floor(values.length * SEGMENT.clearest)] ?? 0;
}

/** `outside` covers the picture without the padding. */
function dropOutside({ width, height, data }: Mask, outside: Uint8Array): void {
  const border = PAD / CELL;
  const columns = width - 2 * border;
  for (let y = border; y < height - border; y++) {
    for (let x = border, from = (y - border) * columns; x < width - border; x++, from++)
      if (outside[from] === 1) data[y * width + x] = 0;
  }
}

function countFinger({ data }: Mask): number {
  let cells = 0;
  for (const inside of data) cells += inside;
  return cells;
}

/** The smallest rectangle around the finger, within another one. `right` and `bottom` are the first cells beyond it. */
export function boundsOf(mask: Mask, fromX = 0, fromY = 0, toX = mask.width, toY = mask.height) {
  let [left, right, top, bottom] = [toX, fromX, toY, fromY];
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      if (mask.data[y * mask.width + x] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  return { left, right, top, bottom };
}

function dropSpecks({ width, data }: Mask): void {
  const { label, sizes } = connectedParts(data, width, 1);
  const minSize = SEGMENT.minPart * sizes.reduce((max, size) => Math.max(max, size), 0);
  for (let i = 0; i < data.length; i++) if (data[i] === 1 && sizes[label[i]!]! < minSize) data[i] = 0;
}

/** Holes are blank areas that do not reach the edge of the grid. */
export function fillHoles(data: Uint8Array, width: number, maxSize = Infinity): void {
  const { label, sizes } = connectedParts(data, width, 0);
  const open = new Set(label.filter((_, i) => isAtEdge(i, data.length, width)));
  for (let i = 0; i < data.length; i++)
    if (data[i] === 0 && !open.has(label[i]!) && sizes[label[i]!]! <= maxSize) data[i] = 1;
}

/** Labels the connected parts of the cells with this value, and counts their cells. Label 0 is all other cells. */
export function connectedParts(
  data: Uint8Array,
  width: number,
  value: number,
  areJoined: (cell: number, from: number) => boolean = () => true,
): { label: Int32Array; sizes: number[] } {
  const label = new Int32Array(data.length);
  const sizes = [0];
  const open: number[] = [];
  const take = (cell: number, from: number): void => {
    if (data[cell] !== value || label[cell] !== 0 || !areJoined(cell, from)) return;
    label[cell] = sizes.length - 1;
    sizes[sizes.length - 1]!++;
    open.push(cell);
  };
  for (let first = 0; first < data.length; first++) {
    if (data[first] !== value || label[first] !== 0) continue;
    sizes.push(0);
    take(first, first);
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const column = cell % width;
      if (column > 0) take(cell - 1, cell);
      if (column < width - 1) take(cell + 1, cell);
      if (cell >= width) take(cell - width, cell);
      if (cell < data.length - width) take(cell + width, cell);
    }
  }
  return { label, sizes };
}

export function isAtEdge(i: number, length: number, width: number): boolean {
  const column = i % width;
  return column === 0 || column === width - 1 || i < width || i >= length - width;
}
