import { smooth } from '../extract/plane.ts';
import { connectedParts } from '../extract/segment.ts';
import { FINGER } from './constants.ts';
import type { Colours } from './small-copy.ts';

/** One byte per pixel of the small copy: 1 where the finger is. */
export interface SkinMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /** Nothing but skin is in the picture: the finger's edges cannot be seen. */
  readonly fills: boolean;
}

/** Wood is as red as skin against blue, but less so against green. */
export type Background = 'any' | 'wood';

/**
 * Skin is redder and brighter than most backgrounds. If the picture does not split into two parts, all that is as red as skin is
 * the finger; the ridges decide that later.
 */
export function findSkin(small: Colours, background: Background = 'any'): SkinMask | undefined {
  const { width, height } = small;
  const { red, isRed } = redOf(small, background);
  const split = splitInTwo(red);
  const isSplit = split.separation >= FINGER.minSeparation;
  const data = Uint8Array.from(red, (value, i) => ((isSplit ? value > split.at : isRed[i] === 1) ? 1 : 0));
  keepLargest(data, width);
  const part = mean(data);
  const skin = mean(isRed.filter((_, i) => data[i] === 1));
  if (part < FINGER.minArea || skin < 0.5) return undefined;
  return { width, height, data, fills: part > FINGER.fills };
}

/** How much redder each pixel is than gray, smoothed so that a fine pattern becomes its mean; and whether it is as red as skin. */
function redOf(
  { width, height, planes: [red, green, blue] }: Colours,
  background: Background,
): { red: Float32Array; isRed: Uint8Array } {
  const others = background === 'wood' ? green : green.map((g, i) => (g + blue[i]!) / 2);
  const above = red.map((r, i) => Math.max(0, r - others[i]!));
  const isRed = Uint8Array.from(above, (value, i) =>
    value / (red[i]! + green[i]! + blue[i]! + 30) >= FINGER.minRedness ? 1 : 0,
  );
  // Lit and shaded skin differ in red more than skin and background: what is red is all the same.
  const most = FINGER.redEnough * above.toSorted()[Math.floor(0.95 * above.length)]!;
  const data = above.map((value) => Math.min(most, value));
  return { red: smooth({ width, height, data }, FINGER.patternRadius, 2).data, isRed };
}

function mean(values: Uint8Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
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
