/** One impression: the master seen through placement and contact, then as gray levels. */
import type { Image } from '../types.ts';
import {
  BACKGROUND,
  BACKGROUND_NOISE,
  DPI,
  IMAGE_HEIGHT,
  IMAGE_WIDTH,
  INK_FROM,
  INK_FULL,
  MASTER_HEIGHT,
  MASTER_WIDTH,
  MOISTURE_CELL,
  PIXEL_NOISE,
  PORE_VISIBILITY,
  RIDGE_GRAY,
  RIDGE_GRAY_UNEVENNESS,
  SCRATCH_HALF_WIDTH,
  SCRATCH_LENGTH,
  SCRATCH_STRENGTH,
  MAX_SCRATCHES,
  SHADE_FROM,
  VALLEY_SHADE,
  WARP_CELL,
} from './constants.ts';
import { moisten, type Moisture } from './conditions.ts';
import { contactMap, NO_CONTACT } from './contact.ts';
import type { Master } from './master.ts';
import { smoothNoise } from './noise.ts';
import { drawPlacement, KNOT_COLUMNS, mapToMaster, shifted, type Mapping } from './placement.ts';
import type { Random } from './random.ts';
import { drawStroke, type GapMap } from './stroke.ts';

export const takeImpression = (
  master: Master,
  random: Random,
  { moisture, shift = [0, 0] }: { readonly moisture?: Moisture; readonly shift?: readonly [number, number] } = {},
): Image => {
  const mapping = mapToMaster(shifted(drawPlacement(random), shift), random);
  const firmness = contactMap(mapping, random);
  scratch(firmness, random);
  if (moisture) moisten(firmness, moisture);
  press(master, mapping, firmness, random.between(...PORE_VISIBILITY));
  return { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, dpi: DPI, pixels: develop(firmness, random) };
};

const scratch = (firmness: Float32Array, random: Random): void => {
  const map: GapMap = { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, gaps: new Uint8Array(firmness.length) };
  const style = { length: SCRATCH_LENGTH, halfWidth: SCRATCH_HALF_WIDTH, strength: SCRATCH_STRENGTH };
  for (let left = Math.floor(random.unit() * (MAX_SCRATCHES + 1)); left > 0; left--) drawStroke(map, style, random);
  for (let i = 0; i < firmness.length; i++) firmness[i] = firmness[i]! - map.gaps[i]! / 127;
};

/** Adds the master's relief to the firmness wherever there is contact, row of knots by row of knots. */
const press = (master: Master, mapping: Mapping, firmness: Float32Array, poreVisibility: number): void => {
  for (let y = 0; y < IMAGE_HEIGHT; y++) {
    const knotRow = Math.floor(y / WARP_CELL) * KNOT_COLUMNS;
    const wy = (y % WARP_CELL) / WARP_CELL;
    for (let x = 0; x < IMAGE_WIDTH; x++) {
      const i = y * IMAGE_WIDTH + x;
      if (firmness[i]! <= NO_CONTACT) continue;
      const knot = knotRow + Math.floor(x / WARP_CELL);
      const wx = (x % WARP_CELL) / WARP_CELL;
      const at = Math.round(256 * between(mapping.x, knot, wx, wy));
      const down = Math.round(256 * between(mapping.y, knot, wx, wy));
      firmness[i] = firmness[i]! + reliefAt(master, at, down, poreVisibility);
    }
  }
};

const between = (knots: Float32Array, knot: number, wx: number, wy: number): number => {
  const top = knots[knot]! + (knots[knot + 1]! - knots[knot]!) * wx;
  const bottom = knots[knot + KNOT_COLUMNS]! + (knots[knot + KNOT_COLUMNS + 1]! - knots[knot + KNOT_COLUMNS]!) * wx;
  return top + (bottom - top) * wy;
};

/** Bilinear, at a position in 256ths of a pixel; off the pad there is no skin. */
const reliefAt = ({ relief, gaps }: Master, x256: number, y256: number, poreVisibility: number): number => {
  const x = x256 >> 8;
  const y = y256 >> 8;
  if (x < 0 || y < 0 || x >= MASTER_WIDTH - 1 || y >= MASTER_HEIGHT - 1) return NO_CONTACT;
  const [fx, fy] = [x256 & 255, y256 & 255];
  const i = y * MASTER_WIDTH + x;
  const j = i + MASTER_WIDTH;
  const [a, b, c, d] = [(256 - fx) * (256 - fy), fx * (256 - fy), (256 - fx) * fy, fx * fy];
  const skin = relief[i]! * a + relief[i + 1]! * b + relief[j]! * c + relief[j + 1]! * d;
  const gap = gaps[i]! * a + gaps[i + 1]! * b + gaps[j]! * c + gaps[j + 1]! * d;
  return (skin - poreVisibility * gap) / (65_536 * 127);
};

/** Firmness to gray: ink where the skin touches, glass where it does not. */
const develop = (firmness: Float32Array, random: Random): Uint8Array => {
  const background = random.between(...BACKGROUND);
  const ridge = random.between(...RIDGE_GRAY);
  const shade = random.between(...VALLEY_SHADE);
  const unevenness = smoothNoise(IMAGE_WIDTH, IMAGE_HEIGHT, MOISTURE_CELL, random);
  const pixels = new Uint8Array(firmness.length);
  for (let i = 0; i < pixels.length; i++) {
    const noise = random.unit() - 0.5;
    let gray = background + noise * BACKGROUND_NOISE;
    if (firmness[i]! > NO_CONTACT / 2) {
      const ink = inkOf(firmness[i]! + noise * PIXEL_NOISE);
      const full = ridge + unevenness[i]! * RIDGE_GRAY_UNEVENNESS;
      const valley = gray - shade * Math.min(1, Math.max(0, firmness[i]! + SHADE_FROM));
      gray = valley + (full - valley) * ink;
    }
    pixels[i] = Math.max(0, Math.min(255, Math.round(gray)));
  }
  return pixels;
};

const inkOf = (firmness: number): number => {
  const t = Math.min(1, Math.max(0, (firmness - INK_FROM) / (INK_FULL - INK_FROM)));
  return t * t * (3 - 2 * t);
};
