/** What makes a touch harder to read than most: the state of the skin, and what the reader shows beside the finger. */
import type { Image } from '../types.ts';
import {
  BLOT_CELL,
  DRY_GRAIN,
  DRY_PRESSURE,
  GRAIN_CELL,
  IMAGE_HEIGHT,
  IMAGE_WIDTH,
  RESIDUE_INK,
  WET_BLOTS,
  WET_PRESSURE,
} from './constants.ts';
import { NO_CONTACT } from './contact.ts';
import { smoothNoise } from './noise.ts';
import type { Random } from './random.ts';

export interface Conditions {
  /** Wet skin closes its valleys, dry skin breaks its ridges into dots. */
  readonly skin?: 'wet' | 'dry';
  /** How wet or dry, 1 where nothing is said. */
  readonly moisture?: number;
  /** Pixels by which the finger lies right of and below the middle of the glass: what lies beyond its edge is not seen. */
  readonly shift?: readonly [number, number];
  /** More creases than most fingers have. */
  readonly creased?: boolean;
  /** What an earlier finger left on the glass shows faintly. */
  readonly residue?: boolean;
  /** The glass is smaller than the picture. All touches on one plate, by its number, show its edge at the same place. */
  readonly plate?: number;
  /** Part of the contrast that is left, 1 where nothing is said. */
  readonly contrast?: number;
}

export interface Moisture {
  readonly skin: 'wet' | 'dry';
  readonly degree: number;
  readonly random: Random;
}

/** Wherever the skin touches. */
export const moisten = (firmness: Float32Array, { skin, degree, random }: Moisture): void => {
  const wet = skin === 'wet';
  const noise = smoothNoise(IMAGE_WIDTH, IMAGE_HEIGHT, wet ? BLOT_CELL : GRAIN_CELL, random);
  for (let i = 0; i < firmness.length; i++) {
    if (firmness[i]! <= NO_CONTACT) continue;
    firmness[i]! +=
      degree * (wet ? WET_PRESSURE + WET_BLOTS * Math.max(0, noise[i]!) : DRY_PRESSURE + DRY_GRAIN * noise[i]!);
  }
};

/** Both pictures darken the glass; that of the earlier finger only a little. */
export const withResidue = (image: Image, earlier: Image): Image => {
  const glass = earlier.pixels[0]!;
  const pixels = image.pixels.map((gray, i) =>
    Math.max(0, gray - RESIDUE_INK * Math.max(0, glass - earlier.pixels[i]!)),
  );
  return { ...image, pixels };
};

/** All gray levels drawn together towards that of the free glass. */
export const fade = (image: Image, contrast: number): Image => {
  const glass = image.pixels[0]!;
  return { ...image, pixels: image.pixels.map((gray) => Math.round(glass + (gray - glass) * contrast)) };
};
