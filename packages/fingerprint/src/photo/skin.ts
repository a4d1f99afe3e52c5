import { smooth } from '../extract/plane.ts';
import { connectedParts } from '../extract/segment.ts';
import { FINGER } from './constants.ts';
import type { Colours } from './small-copy.ts';

/** One byte per pixel of the small copy: 1 where the finger is. */
export interface SkinMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /** Nothing but the finger is in the picture: its edges cannot be seen. */
  readonly fills: boolean;
  /** Found by its colour. */
  readonly colourful: boolean;
  /** Dark lines on light paper, like an inked fingerprint: the finger is darker than its surroundings. */
  readonly isInked: boolean;
}

/**
 * Skin is redder than most backgrounds. Without colour it is the part that touches less of the picture's edge. If the picture does
 * not split into two parts, the finger fills it or there is none; the ridges decide that later.
 */
export function findSkin(small: Colours): SkinMask | undefined {
  const { width, height } = small;
  const redness = rednessOf(small);
  const colourful = mean(redness.map(Math.abs)) >= FINGER.grayBelow;
  const values = colourful ? redness : brightnessOf(small);
  const split = splitInTwo(values);
  const step = colourful ? FINGER.minRednessStep : FINGER.minBrightnessStep;
  const isSplit = split.separation >= FINGER.minSeparation && split.high - split.low >= step;
  if (colourful && (isSplit ? split.high : mean(values)) < FINGER.minRedness) return undefined;
  if (!isSplit)
    return { width, height, data: new Uint8Array(width * height).fill(1), fills: true, colourful, isInked: false };
  const isInked = !colourful && isMostlyAtEdge(values, split.at, width);
  const data = Uint8Array.from(values, (value) => (value > split.at !== isInked ? 1 : 0));
  keepLargest(data, width);
  const part = data.reduce((sum, inside) => sum + inside, 0) / data.length;
  return part < FINGER.minArea ? undefined : { width, height, data, fills: false, colourful, isInked };
}

/** Is more than half of the picture's edge above the limit? */
function isMostlyAtEdge(values: Float32Array, limit: number, width: number): boolean {
  let [all, more] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (!isAtEdge(i, values.length, width)) continue;
    all++;
    if (values[i]! > limit) more++;
  }
  return more > all / 2;
}

function rednessOf({ planes: [red, green, blue] }: Colours): Float32Array {
  return red.map((r, i) => (r - (green[i]! + blue[i]!) / 2) / (r + green[i]! + blue[i]! + 30));
}

/** Smoothed over more than a ridge and a valley, to find the finger instead of its lines. */
function brightnessOf({ width, height, planes: [red, green, blue] }: Colours): Float32Array {
  const data = red.map((r, i) => (r + green[i]! + blue[i]!) / 3);
  return smooth({ width, height, data }, FINGER.lineRadius, 2).data;
}

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Otsu's threshold: the one that leaves the least variance within the two parts. `separation`: the share of the variance between them. */
function splitInTwo(values: Float32Array): { at: number; low: number; high: number; separation: number } {
  const sorted = values.toSorted();
  const all = sorted.reduce((sum, value) => sum + value, 0);
  const average = all / sorted.length;
  const variance = sorted.reduce((sum, value) => sum + (value - average) ** 2, 0) / sorted.length;
  let best = { at: 0, low: average, high: average, between: 0 };
  let below = 0;
  for (let i = 1; i < sorted.length; i++) {
    below += sorted[i - 1]!;
    const low = below / i;
    const high = (all - below) / (sorted.length - i);
    const between = (i / sorted.length) * (1 - i / sorted.length) * (high - low) ** 2;
    if (between > best.between) best = { at: (sorted[i - 1]! + sorted[i]!) / 2, low, high, between };
  }
  return { at: best.at, low: best.low, high: best.high, separation: variance > 0 ? best.between / variance : 0 };
}

/** Keeps the largest connected part and fills its holes: glare on the skin is white, and still skin. */
function keepLargest(data: Uint8Array, width: number): void {
  const { label, sizes } = connectedParts(data, width, 1);
  const largest = sizes.reduce((best, size, part) => (size > sizes[best]! ? part : best), 0);
  for (let i = 0; i < data.length; i++) data[i] = largest > 0 && label[i] === largest ? 1 : 0;
  const outside = connectedParts(data, width, 0);
  const open = new Set<number>();
  for (let i = 0; i < data.length; i++)
    if (data[i] === 0 && isAtEdge(i, data.length, width)) open.add(outside.label[i]!);
  for (let i = 0; i < data.length; i++) if (data[i] === 0 && !open.has(outside.label[i]!)) data[i] = 1;
}

export function isAtEdge(i: number, length: number, width: number): boolean {
  const column = i % width;
  return column === 0 || column === width - 1 || i < width || i >= length - width;
}
