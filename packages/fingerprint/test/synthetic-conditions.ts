/** Synthetic captures that are harder to read than most: wet or dry skin, creases, residue, faint images, and a visible platen edge. */
import type { Image } from '../src/index.ts';
import { GRAIN_CELL, NO_CONTACT } from '../src/synthesize/contact.ts';
import { takeImpression } from '../src/synthesize/impression.ts';
import { CREASE, type Master, masterOf } from '../src/synthesize/master.ts';
import { smoothNoise } from '../src/synthesize/noise.ts';
import { drawPlacement } from '../src/synthesize/placement.ts';
import { randomFor, type Random } from '../src/synthesize/random.ts';
import { IMAGE_HEIGHT, IMAGE_WIDTH, MASTER_HEIGHT, MASTER_WIDTH } from '../src/synthesize/sizes.ts';
import { drawStroke } from '../src/synthesize/stroke.ts';

export interface Conditions {
  /** Wet skin closes its valleys, dry skin breaks its ridges into dots. */
  readonly skin?: 'wet' | 'dry';
  /** How wet or dry; 1 by default. */
  readonly moisture?: number;
  /** Pixels by which the finger lies right of and below the middle of the glass. Anything beyond the glass is not visible. */
  readonly shift?: readonly [number, number];
  /** More creases than most fingers have. */
  readonly creased?: boolean;
  /** A faint trace of an earlier finger on the glass. */
  readonly residue?: boolean;
  /** The glass is smaller than the picture. All captures on one platen, by its number, show its edge at the same place. */
  readonly plate?: number;
  /** Remaining share of the contrast; 1 by default. */
  readonly contrast?: number;
}

/** Contact changes, in units of the relief. */
const WET = { pressure: 0.5, blots: 1, cell: 24 };
const DRY = { pressure: -0.4, grain: 0.9, cell: GRAIN_CELL };
const MANY_CREASES = 12;
/** How dark the residue is compared with a fresh capture. */
const RESIDUE = 0.14;

export function synthesizeWith({
  finger,
  impression,
  ...conditions
}: Conditions & { readonly finger: number; readonly impression: number }): Image {
  const { residue, contrast = 1, plate } = conditions;
  const captured = capture(finger, impression, conditions);
  const onGlass = residue ? withResidue(captured, capture(finger + 1, impression, {})) : captured;
  const faint = contrast === 1 ? onGlass : fade(onGlass, contrast);
  return plate === undefined ? faint : onPlaten(faint, platenOf(plate), randomFor('beyond', finger, impression));
}

function capture(finger: number, impression: number, conditions: Conditions): Image {
  const { skin, moisture = 1, shift = [0, 0], creased = false } = conditions;
  const master = creased ? withCreases(masterOf(finger), finger) : masterOf(finger);
  const random = randomFor('impression', finger, impression);
  const placement = drawPlacement(random);
  const shifted = { ...placement, imageX: placement.imageX + shift[0], imageY: placement.imageY + shift[1] };
  return takeImpression(master, random, shifted, (firmness) => {
    if (skin) moisten(firmness, skin, moisture, randomFor('moisture', finger, impression));
  });
}

function withCreases({ relief, gaps }: Master, finger: number): Master {
  const map = { width: MASTER_WIDTH, height: MASTER_HEIGHT, gaps: gaps.slice() };
  const random = randomFor('creases', finger);
  for (let left = MANY_CREASES; left > 0; left--) drawStroke(map, CREASE, random);
  return { relief, gaps: map.gaps };
}

function moisten(firmness: Float32Array, skin: 'wet' | 'dry', degree: number, random: Random): void {
  const noise = smoothNoise(IMAGE_WIDTH, IMAGE_HEIGHT, (skin === 'wet' ? WET : DRY).cell, random);
  for (let i = 0; i < firmness.length; i++) {
    if (firmness[i]! <= NO_CONTACT) continue;
    const wet = WET.pressure + WET.blots * Math.max(0, noise[i]!);
    firmness[i]! += degree * (skin === 'wet' ? wet : DRY.pressure + DRY.grain * noise[i]!);
  }
}

function withResidue(image: Image, earlier: Image): Image {
  const glass = earlier.pixels[0]!;
  const pixels = image.pixels.map((gray, i) => Math.max(0, gray - RESIDUE * Math.max(0, glass - earlier.pixels[i]!)));
  return { ...image, pixels };
}

/** Moves all gray levels toward that of the free glass. */
function fade(image: Image, contrast: number): Image {
  const glass = image.pixels[0]!;
  return { ...image, pixels: image.pixels.map((gray) => Math.round(glass + (gray - glass) * contrast)) };
}

export interface Platen {
  /** Pixels from a place on the glass to its nearest edge; below 0 outside it. */
  readonly toEdge: (x: number, y: number) => number;
  /** Gray level outside the glass: white as paper, or dark. */
  readonly outside: number;
  /** Gray level of the line along the edge, and half its width. */
  readonly line: number;
  readonly halfWidth: number;
}

const OUTSIDE = [255, 95, 250, 40] as const;
const OUTSIDE_NOISE = 4;
const GLASS_SHADE = 0.85;

/** A platen with straight edges and cut corners that ends inside the picture. */
export function platenOf(number: number): Platen {
  const random = randomFor('plate', number);
  const inset = (): number => random.between(4, 60);
  const [left, top, right, bottom] = [inset(), inset(), inset(), inset()];
  const corner = random.between(20, 110);
  const toEdge = (x: number, y: number): number => {
    const across = Math.min(x - left, IMAGE_WIDTH - right - x);
    const down = Math.min(y - top, IMAGE_HEIGHT - bottom - y);
    return Math.min(across, down, (across + down - corner) * Math.SQRT1_2);
  };
  const line = random.between(30, 255);
  return { toEdge, outside: OUTSIDE[number % OUTSIDE.length]!, line, halfWidth: random.between(0.5, 2) };
}

function onPlaten({ pixels, ...image }: Image, platen: Platen, random: Random): Image {
  const shown = pixels.map((gray, i) => {
    const inside = platen.toEdge(i % image.width, Math.floor(i / image.width));
    // Glass is slightly darker than the white paper outside it.
    if (inside > platen.halfWidth) return gray * GLASS_SHADE;
    if (inside >= -platen.halfWidth) return platen.line;
    return Math.min(255, platen.outside + (random.unit() - 0.5) * OUTSIDE_NOISE);
  });
  return { ...image, pixels: shown };
}
