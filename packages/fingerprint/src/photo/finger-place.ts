import { isAtEdge } from '../extract/segment.ts';
import { FINGER } from './constants.ts';
import type { SkinMask } from './skin.ts';
import type { FingerPlace } from './types.ts';

/** In pixels of the mask. The hand is where the skin leaves the picture; without a hand the tip points up. */
export function placeFinger(mask: SkinMask): FingerPlace {
  if (mask.fills) return filling(mask);
  const { x, y, axis } = moments(mask);
  const hand = towardHand(mask, x, y);
  const along = axis.x * hand.x + axis.y * hand.y;
  const turn = along === 0 ? (axis.y < 0 ? -1 : 1) : Math.sign(along);
  const down = { x: axis.x * turn, y: axis.y * turn };
  return measureAlong(mask, x, y, down);
}

/** Fingers side by side are wider than long, so only the hand shows where they point. */
export function placeHand(mask: SkinMask): FingerPlace {
  const { x, y } = moments(mask);
  const hand = towardHand(mask, x, y);
  const length = Math.hypot(hand.x, hand.y);
  if (mask.fills || length === 0) return placeFinger(mask);
  return measureAlong(mask, x, y, { x: hand.x / length, y: hand.y / length }, FINGER.handFrom);
}

/** The finger is along the longer side of the picture. */
function filling({ width, height }: SkinMask): FingerPlace {
  return height >= width
    ? { tip: { x: width / 2, y: 0 }, down: { x: 0, y: 1 }, width }
    : { tip: { x: 0, y: height / 2 }, down: { x: 1, y: 0 }, width: height };
}

function moments({ width, data }: SkinMask): { x: number; y: number; axis: { x: number; y: number } } {
  let [n, sx, sy, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    n++;
    sx += x;
    sy += y;
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  const [x, y] = [sx / n, sy / n];
  const angle = Math.atan2(2 * (xy / n - x * y), xx / n - x * x - (yy / n - y * y)) / 2;
  return { x, y, axis: { x: Math.cos(angle), y: Math.sin(angle) } };
}

function towardHand({ width, data }: SkinMask, x: number, y: number): { x: number; y: number } {
  const sum = { x: 0, y: 0 };
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0 || !isAtEdge(i, data.length, width)) continue;
    sum.x += (i % width) - x;
    sum.y += Math.floor(i / width) - y;
  }
  return sum;
}

/** Measures the width near the tip, because the next joint or the hand follows. */
function measureAlong(
  mask: SkinMask,
  cx: number,
  cy: number,
  down: { x: number; y: number },
  tipFrom: number = FINGER.tipFrom,
): FingerPlace {
  const { width, data } = mask;
  const reach = Math.ceil(Math.hypot(mask.width, mask.height));
  const counts = new Float64Array(2 * reach + 1);
  const offsets = new Float64Array(2 * reach + 1);
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    const [dx, dy] = [(i % width) - cx, Math.floor(i / width) - cy];
    const bin = Math.round(dx * down.x + dy * down.y) + reach;
    counts[bin]!++;
    offsets[bin]! += dx * down.y - dy * down.x;
  }
  // Skips a sliver of something else that is as red as skin.
  const most = counts.reduce((max, count) => Math.max(max, count), 0);
  const first = counts.findIndex((count) => count > tipFrom * most);
  let widest = 0;
  let [offset, total] = [0, 0];
  for (let t = first; t < counts.length && t - first <= FINGER.measuredWithin * widest; t++) {
    widest = Math.max(widest, counts[t]!);
    offset += offsets[t]!;
    total += counts[t]!;
  }
  const aside = total > 0 ? offset / total : 0;
  const at = first - reach;
  return {
    tip: { x: cx + at * down.x + aside * down.y, y: cy + at * down.y - aside * down.x },
    down,
    width: widest,
  };
}
