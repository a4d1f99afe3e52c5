import { cos, exp, sin } from './portable.ts';
import type { Random } from './random.ts';

/** A stroke starts within this share of the picture, and turns by this much per pixel. */
const STARTS = [0.15, 0.85] as const;
const WAVER = 0.05;

/** Gaps in the skin's contact, 0 (none) to 255 (no contact at all). */
export interface GapMap {
  readonly width: number;
  readonly height: number;
  readonly gaps: Uint8Array;
}

interface StrokeStyle {
  readonly length: readonly [number, number];
  readonly halfWidth: readonly [number, number];
  readonly strength: number;
}

export const drawStroke = (map: GapMap, style: StrokeStyle, random: Random): void => {
  const length = random.between(...style.length);
  const halfWidth = random.between(...style.halfWidth);
  let x = random.between(...STARTS) * map.width;
  let y = random.between(...STARTS) * map.height;
  let direction = random.between(0, 2 * Math.PI);
  for (let walked = 0; walked < length; walked++) {
    const taper = Math.min(1, (4 * walked) / length, (4 * (length - walked)) / length);
    drawDot(map, x, y, halfWidth, style.strength * taper);
    direction += random.normal() * WAVER;
    x += cos(direction);
    y -= sin(direction);
  }
};

export const drawDot = (map: GapMap, x: number, y: number, radius: number, strength: number): void => {
  const { width, height, gaps } = map;
  const reach = Math.ceil(2 * radius);
  const [column, row] = [Math.round(x), Math.round(y)];
  for (let py = Math.max(0, row - reach); py <= Math.min(height - 1, row + reach); py++) {
    for (let px = Math.max(0, column - reach); px <= Math.min(width - 1, column + reach); px++) {
      const square = (px - x) * (px - x) + (py - y) * (py - y);
      const gap = strength * exp(-square / (2 * radius * radius));
      if (gap > gaps[py * width + px]!) gaps[py * width + px] = gap;
    }
  }
};
