import { smooth } from '../extract/plane.ts';
import { connectedParts, fillHoles } from '../extract/segment.ts';
import { FINGER } from './constants.ts';
import type { Colors } from './small-copy.ts';

/** One byte per pixel of the small copy: 1 on the finger. */
export interface SkinMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly fills: boolean;
}

/** Compared with blue, wood is as red as skin; compared with green, it is less red. */
type Background = 'any' | 'wood';

/** If the picture does not split into two parts, every pixel as red as skin is the finger; the ridges decide later. */
export function findSkin(small: Colors, background: Background = 'any'): SkinMask | undefined {
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

/** How much redder each pixel is than gray, smoothed over fine patterns, and whether it is as red as skin. */
function redOf(
  { width, height, planes: [red, green, blue] }: Colors,
  background: Background,
): { red: Float32Array; isRed: Uint8Array } {
  const others = background === 'wood' ? green : green.map((g, i) => (g + blue[i]!) / 2);
  const above = red.map((r, i) => Math.max(0, r - others[i]!));
  const isRed = Uint8Array.from(above, (value, i) =>
    value / (red[i]! + green[i]! + blue[i]! + 30) >= FINGER.minRedness ? 1 : 0,
  );
  // Lit and shaded skin differ in red more than skin and background do, so redness is capped.
  const most = FINGER.redEnough * above.toSorted()[Math.floor(0.95 * above.length)]!;
  const data = above.map((value) => Math.min(most, value));
  return { red: smooth({ width, height, data }, FINGER.patternRadius, 2).data, isRed };
}

function mean(values: Uint8Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Otsu's threshold. `separation`: the share of the variance between the two parts. */
function splitInTwo(values: Float32Array): { at: number; separation: number } {
  const sorted = values.toSorted();
  const all = sorted.reduce((sum, value) => sum + value, 0);
  const average = all / sorted.length;
  const variance = sorted.reduce((sum, value) => sum + (value - average) ** 2, 0) / sorted.length;
  let best = { at: 0, between: 0 };
  let below = 0;
  for (let i = 1; i < sorted.length; i++) {
    below += sorted[i - 1]!;
    const low = below / i;
    const high = (all - below) / (sorted.length - i);
    const between = (i / sorted.length) * (1 - i / sorted.length) * (high - low) ** 2;
    if (between > best.between) best = { at: (sorted[i - 1]! + sorted[i]!) / 2, between };
  }
  return { at: best.at, separation: variance > 0 ? best.between / variance : 0 };
}

/** Keeps the largest connected part and fills its holes, because glare on the skin is white. */
function keepLargest(data: Uint8Array, width: number): void {
  const { label, sizes } = connectedParts(data, width, 1);
  const largest = sizes.reduce((best, size, part) => (size > sizes[best]! ? part : best), 0);
  for (let i = 0; i < data.length; i++) data[i] = largest > 0 && label[i] === largest ? 1 : 0;
  fillHoles(data, width);
}
