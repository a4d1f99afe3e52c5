import type { Image } from '../types.ts';
import { contactMap, MOISTURE_CELL, NO_CONTACT } from './contact.ts';
import type { Master } from './master.ts';
import { ease, smoothNoise } from './noise.ts';
import { drawPlacement, KNOT_COLUMNS, mapToMaster, type Mapping, type Placement, WARP_CELL } from './placement.ts';
import type { Random } from './random.ts';
import { DPI, IMAGE_HEIGHT, IMAGE_WIDTH, MASTER_HEIGHT, MASTER_WIDTH } from './sizes.ts';
import { drawStroke, type GapMap } from './stroke.ts';

const PORE_VISIBILITY = [0.2, 1.1] as const;
const MAX_SCRATCHES = 3;
const SCRATCH = { length: [20, 90], halfWidth: [0.4, 0.9], strength: 200 } as const;

/** The relief is blank below the first value and fully dark above the second. */
const DARK_FROM = -0.3;
const DARK_FULL = 0.42;
const PIXEL_NOISE = 0.1;
const BACKGROUND = [236, 252] as const;
const BACKGROUND_NOISE = 5;
const RIDGE_GRAY = [18, 70] as const;
const RIDGE_GRAY_UNEVENNESS = 26;
/** Valleys inside the contact are slightly darker than the free glass. */
const VALLEY_SHADE = [4, 26] as const;
const SHADE_FROM = 1.6;

/** `changeContact` lets tests add wet or dry skin before the relief is pressed. */
export const takeImpression = (
  master: Master,
  random: Random,
  placement: Placement = drawPlacement(random),
  changeContact: (firmness: Float32Array) => void = () => undefined,
): Image => {
  const mapping = mapToMaster(placement, random);
  const firmness = contactMap(mapping, random);
  scratch(firmness, random);
  changeContact(firmness);
  press(master, mapping, firmness, random.between(...PORE_VISIBILITY));
  return { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, dpi: DPI, pixels: develop(firmness, random) };
};

const scratch = (firmness: Float32Array, random: Random): void => {
  const map: GapMap = { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, gaps: new Uint8Array(firmness.length) };
  for (let left = Math.floor(random.unit() * (MAX_SCRATCHES + 1)); left > 0; left--) drawStroke(map, SCRATCH, random);
  for (let i = 0; i < firmness.length; i++) firmness[i] = firmness[i]! - map.gaps[i]! / 127;
};

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
      const dark = darkness(firmness[i]! + noise * PIXEL_NOISE);
      const full = ridge + unevenness[i]! * RIDGE_GRAY_UNEVENNESS;
      const valley = gray - shade * Math.min(1, Math.max(0, firmness[i]! + SHADE_FROM));
      gray = valley + (full - valley) * dark;
    }
    pixels[i] = Math.max(0, Math.min(255, Math.round(gray)));
  }
  return pixels;
};

const darkness = (firmness: number): number =>
  ease(Math.min(1, Math.max(0, (firmness - DARK_FROM) / (DARK_FULL - DARK_FROM))));
